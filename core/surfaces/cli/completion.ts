import type { Argument, Command, Option } from 'commander';
import { KnownArgument, KnownOption } from '#core/surfaces/cli/known-values.ts';
import { meantWords } from '#core/surfaces/cli/meant-words.ts';

/** What may stand where the line ends. */
interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Names that arguments have where an id of a platform is meant. */
const OF_PLATFORMS = /^platforms?$/;

/**
 * What the last word of a command line may become; none where nobody knows, which leaves it to the shell and its file names. `words` stand
 * behind the name of the program, the last one as far as it is typed.
 */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  platforms: () => Promise<readonly Candidate[]>,
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  const names = program.commands.map((command) => command.name());
  const { command, places, open } = walk(program, meantWords(words.slice(0, -1), names));
  if (open !== null) return valuesOf(open, typed);
  if (typed.startsWith('-')) return beginning(typed, optionsOf(command));
  const below = places.length > 0 ? [] : commandsOf(command);
  const argument = argumentAt(command, places.length);
  const values = argument === undefined ? [] : await valuesAt(argument, platforms);
  return beginning(
    typed,
    [...below, ...values].filter(({ word }) => !places.includes(word)),
  );
}

interface Place {
  readonly command: Command;
  /** Words that are arguments of it. */
  readonly places: readonly string[];
  /** The flag whose value comes next. */
  readonly open: Option | null;
}

function walk(program: Command, words: readonly string[]): Place {
  let command = program;
  let places: string[] = [];
  let open: Option | null = null;
  for (const word of words) {
    if (open !== null) {
      open = null;
      continue;
    }
    const below = places.length === 0 ? command.commands.find((known) => known.name() === word) : undefined;
    if (below !== undefined) [command, places] = [below, []];
    else if (!word.startsWith('-') || word === '-') places = [...places, word];
    else if (!word.includes('='))
      open = command.options.find((option) => takesValue(option) && (option.short === word || option.long === word)) ?? null;
  }
  return { command, places, open };
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function argumentAt(command: Command, place: number): Argument | undefined {
  const { registeredArguments: known } = command;
  const last = known.at(-1);
  return known[place] ?? (last?.variadic === true ? last : undefined);
}

async function valuesAt(argument: Argument, platforms: () => Promise<readonly Candidate[]>): Promise<readonly Candidate[]> {
  if (OF_PLATFORMS.test(argument.name())) return platforms();
  const known = argument instanceof KnownArgument ? argument.known : (argument.argChoices ?? []);
  return known.map((word) => ({ word, about: '' }));
}

function valuesOf(option: Option, typed: string): readonly Candidate[] {
  const known = option instanceof KnownOption ? option.known : (option.argChoices ?? []);
  const values = known.map((word) => ({ word, about: '' }));
  const comma = option instanceof KnownOption && option.isList ? typed.lastIndexOf(',') : -1;
  const given = typed.slice(0, comma + 1);
  const left = values.filter(({ word }) => !given.split(',').includes(word));
  return beginning(typed.slice(comma + 1), left).map(({ word, about }) => ({ word: given + word, about }));
}

function commandsOf(command: Command): readonly Candidate[] {
  const commands = command.createHelp().visibleCommands(command);
  return commands.map((known) => ({ word: known.name(), about: known.summary() || known.description() }));
}

function optionsOf(command: Command): readonly Candidate[] {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap(({ long, description }) => (typeof long === 'string' ? [{ word: long, about: description }] : []));
}

function beginning(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}
