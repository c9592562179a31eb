import { type BrowserOfMachine, browserWords } from '#core/surfaces/cli/browser-commands.ts';

/** What `doctor` looks at. */
export interface DoctorFacts {
  readonly version: string;
  readonly node: string;
  readonly dataDir: {
    readonly path: string;
    readonly state: 'writable' | 'used by the service' | 'used by another process' | 'not writable' | 'not usable';
    /** Why it is not usable. */
    readonly why: string | null;
    /** Damaged files that were put aside and made anew. */
    readonly putAside: readonly string[];
  };
  readonly service: string | null;
  readonly vault: {
    readonly kind: 'keychain' | 'file';
    /** False where it is not made yet: `kind` is then what the first start will choose. */
    readonly exists: boolean;
    readonly why: string;
    readonly hint: string | null;
  };
  /** Without its password. */
  readonly proxy: string | null;
  readonly extraCertificates: { readonly path: string; readonly state: 'readable' | 'not readable' } | null;
  /** What the platforms that need a browser would use; else what is missing and how to get it. */
  readonly browser: BrowserOfMachine | { readonly missing: string };
  readonly platforms: number;
  /** What went wrong with packs of platforms, in words. */
  readonly packs: readonly string[];
}

/** A ZIP for whoever helps. */
export interface DiagnosisBundle {
  readonly path: string;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}

/** What is in a bundle, and where it is. */
export function bundleLines({ path, parts }: DiagnosisBundle): string[] {
  return [
    '',
    'In the bundle:',
    ...parts.map(({ name, bytes }) => `  ${name.padEnd(26)} ${String(bytes).padStart(10)} bytes`),
    `It is sent nowhere. Look into it before you hand it on: ${path}`,
  ];
}

/** False where every export would fail on this machine, whatever the platform. */
export function mayExport({ dataDir }: DoctorFacts): boolean {
  return dataDir.state !== 'not writable' && dataDir.state !== 'not usable';
}

/** The facts as lines, each with what to do where something is missing. */
export function doctorReport(facts: DoctorFacts): string[] {
  const { dataDir, extraCertificates: certificates } = facts;
  const row = (label: string, value: string): string => `${label.padEnd(18)} ${value}`;
  const hint = (words: string | undefined): string[] => (words === undefined ? [] : [row('', words)]);
  return [
    row('Commentdock', facts.version),
    row('Node', facts.node),
    row('data folder', `${dataDir.path} (${dataDir.state})`),
    ...hint(dataDir.why ?? DATA_DIR_HINTS[dataDir.state]),
    ...dataDir.putAside.flatMap((path) => hint(`${path} was damaged; it was put aside and made anew. Delete it when you need it no more.`)),
    row('service', facts.service ?? 'not running; `commentdock serve` starts it'),
    row('secrets', secretsWords(facts.vault)),
    ...hint(facts.vault.hint ?? undefined),
    row('proxy', facts.proxy ?? 'none'),
    row('extra certificates', certificates === null ? 'none' : `${certificates.path} (${certificates.state})`),
    ...hint(
      certificates?.state === 'not readable' ? 'Set NODE_EXTRA_CA_CERTS to a PEM file that you may read, or leave it out.' : undefined,
    ),
    row('browser', 'missing' in facts.browser ? 'none' : browserWords(facts.browser)),
    ...hint('missing' in facts.browser ? facts.browser.missing : undefined),
    row('platforms', String(facts.platforms)),
    ...facts.packs.flatMap(hint),
  ];
}

/** Where secrets are, or will be, and why. */
function secretsWords({ kind, exists, why }: DoctorFacts['vault']): string {
  const place = kind === 'file' ? 'in encrypted files of the data folder' : "in encrypted files, their key in the system's keychain";
  return `${exists ? '' : 'will be '}${place} (${why})`;
}

const DATA_DIR_HINTS: Readonly<Partial<Record<DoctorFacts['dataDir']['state'], string>>> = {
  'not writable': 'Set COMMENTDOCK_DATA_DIR to a folder that you may write.',
  'used by another process': 'An export is running there. Others must wait, or set COMMENTDOCK_DATA_DIR to another folder.',
};
