import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, multistream, pino, type StreamEntry } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import type { Config } from '#core/config/config.ts';

/** Never in a log, wherever they turn up: credentials and cookies. */
const REDACTED = [
  'authorization',
  'cookie',
  'cookies',
  '["x-auth-token"]',
  '["set-cookie"]',
  'token',
  'owner_secret',
  'ownerSecret',
  'password',
];
const SECRET_PATHS = REDACTED.flatMap((name) =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
);

/** Below the data folder. */
export const LOG_FOLDER = 'logs';
const FILE_NAME = 'commentdock';
const FILE_SIZE = '5M';
const OLDER_FILES = 4;
/** How long a file that could not be written is left alone. */
const REST_AFTER_FAILURE_MS = 60_000;

const OPTIONS = { name: 'commentdock', redact: { paths: SECRET_PATHS, censor: '***' } } as const;

/** The log of a service, for as long as it runs. */
interface ServiceLog extends AsyncDisposable {
  readonly logger: Logger;
}

/** A log on standard error (standard output belongs to commands), with secrets blotted out. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ ...OPTIONS, level: logLevel }, pino.destination({ dest: 2, sync: false }));
}

/**
 * The log of standard error and, where the settings say so, of files in the data folder: five of 5 MB at most, from `info` on, with what Node warns of.
 * A file that cannot be written ends nothing: it is tried again after a minute.
 */
export function openServiceLog({ logLevel, logFile, dataDir }: Pick<Config, 'logLevel' | 'logFile' | 'dataDir'>): ServiceLog {
  if (logFile !== 'on') return { logger: createLogger({ logLevel }), [Symbol.asyncDispose]: () => Promise.resolve() };
  const file = new LogFile(join(dataDir, LOG_FOLDER));
  const level = logLevel === 'debug' ? 'debug' : 'info';
  const streams: StreamEntry[] = [{ level, stream: file }];
  if (logLevel !== 'silent') streams.push({ level: logLevel, stream: pino.destination({ dest: 2, sync: false }) });
  const warnings = pino({ ...OPTIONS, level }, file);
  const note = ({ name, message }: Error): void => warnings.warn({ warning: name }, message);
  process.on('warning', note);
  return {
    logger: pino({ ...OPTIONS, level }, multistream(streams)),
    async [Symbol.asyncDispose]() {
      process.off('warning', note);
      await file.close();
    },
  };
}

/** `commentdock.log`, and older ones as `commentdock.1.log` and so on. */
class LogFile {
  readonly #folder: string;
  #stream: RotatingFileStream | null = null;
  #restsUntilMs = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(line: string): void {
    if (this.#stream === null && Date.now() < this.#restsUntilMs) return;
    (this.#stream ??= this.#open())?.write(line);
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#restsUntilMs = Number.POSITIVE_INFINITY;
    this.#stream = null;
    if (stream === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    stream.once('error', () => resolve());
    stream.end(resolve);
    await promise;
  }

  #open(): RotatingFileStream | null {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch {
      this.#rest();
      return null;
    }
    const nameOf = (index: unknown): string => (typeof index === 'number' ? `${FILE_NAME}.${index}.log` : `${FILE_NAME}.log`);
    const stream = createStream(nameOf, { path: this.#folder, size: FILE_SIZE, rotate: OLDER_FILES, mode: 0o600 });
    stream.on('error', () => {
      if (this.#stream === stream) this.#rest();
    });
    return stream;
  }

  #rest(): void {
    this.#stream = null;
    this.#restsUntilMs = Date.now() + REST_AFTER_FAILURE_MS;
  }
}
