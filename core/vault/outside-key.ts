import { execFile } from 'node:child_process';
import { CommentdockError } from '#core/contract/error.ts';
import type { Config } from '#core/config/config.ts';

const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;
const WITHIN_MS = 30_000;
const MOST_BYTES = 4_096;

type OutsideSettings = Partial<Pick<Config, 'vaultKey' | 'vaultFormerKey' | 'vaultKeyCommand'>>;

/** Keys that somebody else keeps. Null: none is given. */
export interface OutsideKeys {
  readonly current: Buffer | null;
  /** The one before, which opens what is not sealed anew yet. */
  readonly former: Buffer | null;
}

/**
 * The key of `COMMENTDOCK_VAULT_KEY`, or what the command of `COMMENTDOCK_VAULT_KEY_COMMAND` prints, such as a key management service's.
 * No failure tells what was printed.
 * @throws CommentdockError INVALID_REQUEST
 */
export async function outsideKeys(
  { vaultKey = null, vaultFormerKey = null, vaultKeyCommand = null }: OutsideSettings,
  withinMs = WITHIN_MS,
): Promise<OutsideKeys> {
  if (vaultKey !== null && vaultKeyCommand !== null)
    throw refusal('COMMENTDOCK_VAULT_KEY and COMMENTDOCK_VAULT_KEY_COMMAND both give the key. Leave one of them out.');
  const printed = vaultKeyCommand === null ? null : await printedBy(argumentsOf(vaultKeyCommand), withinMs);
  return {
    current:
      printed === null ? keyOf(vaultKey, 'COMMENTDOCK_VAULT_KEY is') : keyOf(printed, 'What COMMENTDOCK_VAULT_KEY_COMMAND prints is'),
    former: keyOf(vaultFormerKey, 'COMMENTDOCK_VAULT_FORMER_KEY is'),
  };
}

function keyOf(text: string | null, what: string): Buffer | null {
  if (text === null) return null;
  const given = text.trim();
  if (HEX.test(given)) return Buffer.from(given, 'hex');
  const key = Buffer.from(given, 'base64');
  if (BASE64.test(given) && key.length === KEY_BYTES) return key;
  throw refusal(`${what} no key of ${KEY_BYTES} bytes in base64 or hexadecimal. \`openssl rand -base64 ${KEY_BYTES}\` makes one.`);
}

/** A JSON list of words, or words with blanks between. No shell reads them. */
function argumentsOf(command: string): readonly [string, ...string[]] {
  const words = command.trimStart().startsWith('[') ? listed(command) : command.trim().split(/\s+/);
  const [program, ...rest] = words;
  if (program === undefined || program === '') throw refusal('COMMENTDOCK_VAULT_KEY_COMMAND names no program.');
  return [program, ...rest];
}

function listed(command: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(command);
    if (Array.isArray(list) && list.every((word) => typeof word === 'string')) return list;
  } catch {
    // Said below.
  }
  throw refusal('COMMENTDOCK_VAULT_KEY_COMMAND begins as a JSON list and is none of texts.');
}

function printedBy([program, ...args]: readonly [string, ...string[]], withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES, windowsHide: true } as const;
    execFile(program, args, options, (error, stdout) => {
      // Neither the error nor the output goes on: both may hold the key.
      if (error === null) resolve(stdout);
      else reject(refusal(`The program "${program}" of COMMENTDOCK_VAULT_KEY_COMMAND gave no key: it ${reasonOf(error, withinMs)}.`));
    });
  });
}

function reasonOf({ code, killed, signal }: Error & { code?: unknown; killed?: boolean; signal?: unknown }, withinMs: number): string {
  if (code === 'ENOENT') return 'is not there';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed too much';
  if (killed === true) return `took longer than ${withinMs / 1_000} seconds`;
  return typeof code === 'number' ? `ended with code ${code}` : `ended by ${String(signal ?? code)}`;
}

function refusal(words: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', words);
}
