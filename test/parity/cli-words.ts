import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '#core/operations/registry.ts';
import { flagOf } from '#core/surfaces/cli/operation-fields.ts';
import type { Input } from '#test/parity/door.ts';

/** A command line, and the file that it leaves where it saves one. */
interface CommandWords {
  readonly words: readonly string[];
  readonly savesTo: string | null;
}

/** Fields that are arguments, in their order; all others are flags of their own name. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'jobs.get': ['guid'],
  'jobs.stop': ['guid'],
  'jobs.delete': ['guid'],
  'batches.create': ['urls'],
  'batches.get': ['batchId'],
  'conversions.options': ['guid'],
  'conversions.start': ['guid'],
  'conversions.cancel': ['guid'],
  'presets.save': ['name', 'layout'],
  'presets.delete': ['name'],
  'jobs.label': ['guid'],
  'views.save': ['name', 'filters'],
  'views.delete': ['name'],
  'remarks.list': ['guid'],
  'remarks.set': ['guid', 'ids'],
  'pseudonyms.resolve': ['guid', 'project', 'name'],
  'bulk.create': ['guids'],
  'bulk.get': ['uuid'],
  'bulk.delete': ['uuid'],
  'winners.draw': ['guid'],
  'exports.stats': ['guid'],
  'exports.search': ['guid'],
  'exports.index': ['guid'],
  'exports.changes': ['guid'],
  'exports.runs': ['guid'],
  'sentiment.estimate': ['guid'],
  'exports.digest': ['guid'],
  'sentiment.set': ['id'],
  'sentiment.choose': ['id'],
  'sentiment.test': ['id'],
  'sentiment.remove': ['id'],
  'routes.create': ['name', 'code', 'url'],
  'routes.get': ['uuid'],
  'routes.update': ['uuid'],
  'routes.delete': ['uuid'],
  'pools.create': ['name'],
  'pools.get': ['uuid'],
  'pools.delete': ['uuid'],
  'pools.check': ['uuid'],
  'platforms.detect': ['url'],
  'platforms.check': ['platforms'],
  'packs.rollback': ['id'],
  'packs.trust': ['key'],
  'packs.distrust': ['key'],
  'accounts.import': ['platform'],
  'accounts.delete': ['uuid'],
  'tokens.get': ['uuid'],
  'tokens.delete': ['uuid'],
  'signin.invite': ['name'],
  'signin.revoke': ['uuid'],
  'account.switch': ['plan'],
  'webhooks.create': ['url'],
  'webhooks.get': ['uuid'],
  'webhooks.update': ['uuid'],
  'webhooks.delete': ['uuid'],
  'webhooks.toggle': ['uuid'],
  'webhooks.resend': ['uuid'],
  'webhooks.test': ['uuid'],
  'schedules.create': ['url'],
  'assistants.revoke': ['client_id'],
  'schedules.get': ['uuid'],
  'schedules.replace': ['uuid', 'url'],
  'schedules.update': ['uuid'],
  'schedules.delete': ['uuid'],
  'schedules.run': ['uuid'],
  'schedules.pause': ['uuid'],
  'schedules.resume': ['uuid'],
  'schedules.share': ['uuid'],
  'jobs.share': ['guid'],
  'members.create': ['name'],
  'members.update': ['uuid'],
  'members.remove': ['uuid'],
  'members.invite': ['uuid'],
};

/** What a person types for an operation. `folder` takes files. */
export function wordsFor(name: string, input: Input, folder: string): CommandWords {
  const command = OPERATIONS.find((candidate) => candidate.name === name)?.cli?.command;
  if (command === undefined) throw new Error(`${name} has no command`);
  const path = command.split(' ');
  const save = (file: string, id: unknown, ...flags: readonly string[]): CommandWords => {
    const savesTo = join(folder, file);
    return { words: [...path, String(id), savesTo, ...flags, '--json'], savesTo };
  };
  const print = (...words: readonly string[]): CommandWords => ({ words: [...path, ...words, '--json'], savesTo: null });
  const { url, sandbox, formats, frequency, ...others } = input;
  switch (name) {
    case 'exports.download':
      return save(`export.${String(input['format'] ?? 'xlsx')}`, input['guid'], ...flagsOf('layout', input['layout']));
    case 'accounts.save': {
      const { platform, cookies, ...flags } = input;
      const file = join(folder, 'cookies');
      writeFileSync(file, typeof cookies === 'string' ? cookies : JSON.stringify(cookies));
      return print(String(platform), '--cookies', file, ...allFlags(flags));
    }
    case 'packs.update': {
      const { pack, address, ...flags } = input;
      if (pack === undefined) return print(...(address === undefined ? [] : [String(address)]), ...allFlags(flags));
      const file = join(folder, 'platforms.pack');
      writeFileSync(file, Buffer.from(String(pack), 'base64'));
      return print(file, ...allFlags(flags));
    }
    case 'routes.import':
    case 'pools.import': {
      const { list, name: given, ...flags } = input;
      const file = join(folder, 'proxies');
      writeFileSync(file, String(list));
      return name === 'pools.import'
        ? print(String(given), '--list', file, ...allFlags(flags))
        : print(file, ...allFlags(given === undefined ? flags : { ...flags, name: given }));
    }
    case 'platforms.learnt':
    case 'platforms.forget':
      return print(...Object.values(input).map(String), ...(name === 'platforms.learnt' ? [] : ['--clear']));
    case 'exports.json':
      return save('export.json', input['guid']);
    case 'exports.evidence': {
      const { guid, ...flags } = input;
      const { words, savesTo } = save('evidence.zip', guid);
      return { words: [...words, ...allFlags(flags)], savesTo };
    }
    case 'exports.media':
      return save('media.zip', input['guid']);
    case 'exports.picture': {
      const { guid, ...flags } = input;
      const { words, savesTo } = save('picture.png', guid);
      return { words: [...words, ...allFlags(flags)], savesTo };
    }
    case 'bulk.download':
      return save('archive.zip', input['uuid']);
    case 'jobs.retry':
      return print(String(input['guid']), '--out', folder);
    case 'jobs.create':
    case 'batches.create':
      return print(
        ...(name === 'jobs.create' ? [String(url)] : (input['urls'] as string[])),
        ...(sandbox === true ? ['--sandbox'] : []),
        ...(formats === undefined ? [] : ['--format', (formats as string[]).join(',')]),
        ...flagsOf('options', input['options']),
        '--out',
        folder,
      );
    case 'schedules.create':
      return print(String(url), ...(frequency === undefined ? [] : ['--every', String(frequency)]), ...allFlags(others));
    default:
      return print(...argumentsOf(name, input), ...allFlags(input, ARGUMENTS[name]));
  }
}

function argumentsOf(name: string, input: Input): readonly string[] {
  return (ARGUMENTS[name] ?? []).flatMap((field) =>
    [input[field]].flat().map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))),
  );
}

function allFlags(input: Input, besides: readonly string[] = []): readonly string[] {
  return Object.entries(input).flatMap(([field, value]) => (besides.includes(field) ? [] : flagsOf(field, value)));
}

function flagsOf(field: string, value: unknown): readonly string[] {
  const flag = `--${flagOf(field)}`;
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? flag : flag.replace('--', '--no-')];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.flatMap((entry) => [flag, String(entry)]);
  return [flag, typeof value === 'object' ? JSON.stringify(value) : String(value)];
}
