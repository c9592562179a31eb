import { Command, type ErrorOptions } from 'commander';
import { nearWord } from '#core/contract/near-word.ts';
import { isAddress } from '#core/surfaces/cli/meant-words.ts';
import { shellWord } from '#core/surfaces/cli/shell-word.ts';

/** What other programs call our flags. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '--after': '--min-date',
  '--before': '--max-date',
  '--comments': '--limit',
  '--count': '--limit',
  '--cookie': '--cookies',
  '--from': '--min-date',
  '--max': '--limit',
  '--max-comments': '--limit',
  '--output': '--out',
  '--since': '--min-date',
  '--to': '--max-date',
  '--type': '--format',
  '--until': '--max-date',
};
const UNKNOWN_FLAG = /^error: unknown option '([^']*)'$/;

/** A command that answers a slip with what was probably meant. */
export class TellingCommand extends Command {
  override createCommand(name?: string): TellingCommand {
    return new TellingCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const isTooMany = options?.code === 'commander.excessArguments';
    return super.error(isTooMany ? this.#ofTooMany(message) : this.#ofFlag(message), options);
  }

  /** A group of commands that does something by itself takes an unknown one for an argument. */
  #ofTooMany(message: string): string {
    const [named = '', ...others] = this.args;
    if (this.commands.length > 0 && this.registeredArguments.length === 0)
      return `error: unknown command '${this.#path()} ${named}'${asQuestion(
        nearWord(
          named,
          this.commands.map((command) => command.name()),
        ),
      )}`;
    if (this.registeredArguments[0]?.name() !== 'url') return message;
    if (this.name() === 'export' && isAddress(named) && others.every(isAddress))
      return `error: an export is of one address, and ${this.args.length} were given. Many are a batch:\n  commentdock batch ${this.args.map(shellWord).join(' ')}`;
    return `${message}\n(An address with blanks, & or ? in it wants quotes: ${shellWord(this.args.join(' '))})`;
  }

  #ofFlag(message: string): string {
    const meant = OTHER_NAMES[UNKNOWN_FLAG.exec(message)?.[1] ?? ''];
    return meant !== undefined && this.options.some(({ long }) => long === meant) ? `${message}${asQuestion(meant)}` : message;
  }

  #path(): string {
    const above = this.parent instanceof TellingCommand && this.parent.parent !== null ? `${this.parent.#path()} ` : '';
    return `${above}${this.name()}`;
  }
}

function asQuestion(meant: string | null): string {
  return meant === null ? '' : `\n(Did you mean ${meant}?)`;
}
