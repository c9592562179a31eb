import { passableWall } from '#core/contract/needs-you.ts';
import { RENAMED } from '#core/surfaces/mcp/export-arguments.ts';

/** Advice that is for people: nobody hands an assistant what opens an account. */
const ON_COOKIES = /\bcookies?\b|user agent/i;
const AT_A_WALL =
  'Export it again with `window: true`: it then waits until its owner does what the site asks in a window of it. Never ask for cookies or passwords.';

/** The options that a sentence names, as arguments; `prefix` stands before those of a tool that takes them below another. */
export function argumentWords(message: string, prefix = ''): string {
  return message
    .replaceAll(/\boptions\.(filter\.\w+|\w+)/g, (_whole, option: string) => `${prefix}${RENAMED.get(option) ?? option}`)
    .replaceAll('?partial=true', '`partial: true`');
}

/** Why an export failed: of a wall that a person may pass, what was met and how its owner gets past it. */
export function wallWords(message: string, code: string | null): string {
  if (code === null || passableWall(code) === null) return argumentWords(message);
  const [met = '', ...advice] = message.split(/(?<=[.!?]) (?=[A-Z`])/);
  return [
    argumentWords(met),
    ...advice.filter((sentence) => !ON_COOKIES.test(sentence)).map((words) => argumentWords(words)),
    AT_A_WALL,
  ].join(' ');
}
