import type { JobRecord } from '#core/contract/job-record.ts';
import type { Layout, NameField } from '#core/contract/layout.ts';

const MAX_REF_LENGTH = 60;
/** UTF-8, with room for an ending and a number behind it: no file system takes more than 255. */
const MAX_STEM_BYTES = 180;
/** What names are made of. */
type NamedFile = Pick<JobRecord, 'platform' | 'guid' | 'createdAtMs' | 'finishedAtMs'> & {
  readonly target: { readonly type: string; readonly params: Readonly<Record<string, string>> };
};

/** Taken by devices on Windows, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of an export's files without their ending: `<platform>-<type>_<ref>_<guid8>`, plain ASCII, or as the layout says. Safe on every
 * system, and never a path.
 */
export function fileStem(record: NamedFile, { name, pseudonyms }: Layout): string {
  const ref = pseudonyms === undefined ? titleOf(record) : 'pseudonyms';
  if (name === undefined) return `${record.platform}-${record.target.type}_${ref}_${record.guid.slice(0, 8)}`;
  const values: Readonly<Record<Exclude<NameField, 'ext'>, string>> = {
    platform: record.platform,
    type: record.target.type,
    title: ref,
    date: new Date(record.finishedAtMs ?? record.createdAtMs).toISOString().slice(0, 10),
    guid: record.guid.slice(0, 8),
  };
  const template = name.replace(/\.?\{ext\}$/, '').replaceAll('{ext}', '');
  return safeStem(template.replace(/\{([a-z]+)\}/g, (_, field: keyof typeof values) => values[field]));
}

/** What the address of an export names. Plain ASCII. */
export function titleOf({ target }: Pick<NamedFile, 'target'>): string {
  const ref = Object.values(target.params)
    .join('-')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return ref.slice(0, MAX_REF_LENGTH) || 'export';
}

/** A name of a file without its ending, safe on every system, of what somebody wrote. */
export function safeStem(wanted: string): string {
  const plain = wanted
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/\s+/g, ' ');
  const ends = /^[.\s-]+|[.\s]+$/g;
  let stem = plain.replace(ends, '');
  while (new TextEncoder().encode(stem).length > MAX_STEM_BYTES) stem = [...stem].slice(0, -1).join('');
  stem = stem.replace(ends, '');
  return stem === '' ? 'export' : stem.replace(DEVICE, (device) => `${device}-`);
}
