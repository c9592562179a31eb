import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import { givesFile } from '#core/exports/files.ts';
import { OPERATIONS, type RegisteredOperation } from '#core/operations/registry.ts';
import { BACKGROUND_WORK, NEEDS_SERVICE, seeThrough } from '#core/surfaces/cli/background-work.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { KnownArgument, KnownOption } from '#core/surfaces/cli/known-values.ts';
import { type CommandField, commandFields, valueOfWords } from '#core/surfaces/cli/operation-fields.ts';
import { PEOPLE_VIEWS } from '#core/surfaces/cli/people-views.ts';
import { plainLines } from '#core/surfaces/cli/plain-output.ts';

/** What stands for a value in the help of a flag. */
const PLACEHOLDERS = {
  number: '<number>',
  text: '<text>',
  texts: '<text>',
  choices: '<list>',
  json: '<json>',
  file: '<file>',
  from: '<date>',
  until: '<date>',
} as const;

type Input = Readonly<Record<string, unknown>>;

/**
 * Gives each operation that names a command, and has none yet, the one that follows from its input: arguments, flags, a plain
 * print of its output, and with `--json` the output itself. `words` is the command line: flags are made for its command alone.
 */
export function addOperationCommands(program: Command, host: CommandHost, words: readonly string[]): void {
  const depth = ({ cli }: RegisteredOperation): number => cli?.command.split(' ').length ?? 0;
  const showsAll = words[0] === undefined || words[0] === 'help' || words[0].startsWith('-');
  for (const operation of OPERATIONS.filter(({ cli }) => cli !== undefined).toSorted((a, b) => depth(a) - depth(b))) {
    const path = operation.cli?.command.split(' ') ?? [];
    const command = newCommandAt(program, path);
    if (command === null) continue;
    command.summary(asHint(operation.summary)).description(operation.description);
    if (showsAll || words.includes(path[0] ?? '')) fillCommand(command, operation, host);
  }
}

/** Null where there is one already. */
function newCommandAt(program: Command, path: readonly string[]): Command | null {
  let parent = program;
  let made: Command | null = null;
  for (const word of path) {
    const known = parent.commands.find((candidate) => candidate.name() === word);
    made = known === undefined ? parent.command(word) : null;
    parent = known ?? made ?? parent;
  }
  return made;
}

function fillCommand(command: Command, operation: RegisteredOperation, host: CommandHost): void {
  const fields = commandFields(operation);
  for (const field of fields) addField(command, field);
  const savesFile = givesFile(operation);
  if (savesFile) command.argument('<file>', 'where to save it');
  command.option(...AS_JSON).action(async () => {
    const input = await inputOf(command, fields);
    const { json }: JsonFlag = command.opts();
    const output = json === true ? 'json' : 'people';
    const use = BACKGROUND_WORK[operation.name]?.use ?? 'records';
    await host.withClient(use, async (client) => {
      if (savesFile) await saveFile(operation, input, command.args.at(-1) ?? '', { client, output, host });
      else await callAndTell(operation, input, { client, output, host });
    });
  });
}

function addField(command: Command, { as, flag, kind, description, values }: CommandField): void {
  if (as === 'argument') {
    const name = kind === 'texts' || kind === 'choices' ? `<${flag}...>` : `<${flag}>`;
    return void command.addArgument(new KnownArgument(name, description, values));
  }
  if (kind === 'yes') {
    if (as !== 'negated') command.option(`--${flag}`, description);
    if (as !== 'flag') command.option(`--no-${flag}`, as === 'either' ? `the opposite of --${flag}` : description);
    return;
  }
  const option = new KnownOption(`--${flag} ${PLACEHOLDERS[kind]}`, description, { values, isList: kind === 'choices' });
  if (kind === 'texts' || kind === 'choices') option.argParser((text: string, former: string[] | undefined) => [...(former ?? []), text]);
  command.addOption(option);
}

/** What was given, by the names of the operation. */
async function inputOf(command: Command, fields: readonly CommandField[]): Promise<Input> {
  const given = await Promise.all(
    fields.map(async (field, place) => {
      const value: unknown = field.as === 'argument' ? command.processedArgs[place] : flagValue(command, field);
      return [field.name, value === undefined ? undefined : await valueOfWords(field, value)] as const;
    }),
  );
  const named = given.filter(([, value]) => value !== undefined);
  const twice = named.find(([name], place) => named.findIndex(([other]) => other === name) < place);
  if (twice === undefined) return Object.fromEntries(named);
  const flags = fields.filter(({ name }) => name === twice[0]).map(({ flag }) => `--${flag}`);
  throw new CommentdockError('INVALID_REQUEST', `${flags.join(' and ')} say the same. Leave one of them out.`);
}

/** Undefined where it was not given: the operation has its own defaults. */
function flagValue(command: Command, { flag }: CommandField): unknown {
  const attribute = new Option(`--${flag}`).attributeName();
  return command.getOptionValueSource(attribute) === 'cli' ? command.getOptionValue(attribute) : undefined;
}

interface Telling {
  readonly client: CliClient;
  readonly output: 'json' | 'people';
  readonly host: CommandHost;
}

async function callAndTell(operation: RegisteredOperation, input: Input, { client, output, host }: Telling): Promise<void> {
  const { terminal, signal } = host;
  const answer = await client.callAsGiven(operation.name, input);
  const work = BACKGROUND_WORK[operation.name];
  const staysHere = client.runsIn === 'process';
  const ended = work !== undefined && staysHere ? await seeThrough(work, answer as Input, client, signal) : answer;
  if (output === 'people') terminal.print(...plainLines(viewOf(operation, ended)));
  else if (answer !== undefined) terminal.print(JSON.stringify(answer));
  const remark = NEEDS_SERVICE[operation.name];
  if (staysHere && remark !== undefined) terminal.printError(remark);
}

function viewOf({ name }: RegisteredOperation, answer: unknown): unknown {
  const view = PEOPLE_VIEWS[name];
  return view === undefined ? answer : view(answer as never);
}

async function saveFile(operation: RegisteredOperation, input: Input, file: string, { client, output, host }: Telling): Promise<void> {
  const path = await client.saveOutput(operation.name, input, () => resolve(file));
  host.terminal.print(output === 'json' ? JSON.stringify({ path }) : path);
}

/** In the manner of help texts: no capital, no full stop. */
function asHint(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
