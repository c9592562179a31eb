import type { ChildProcess } from 'node:child_process';

export const INTERRUPT: string;
export function childStdio(
  platform: NodeJS.Platform,
  words?: readonly string[],
): 'inherit' | ['inherit', 'inherit', 'inherit', 'ipc'] | ('inherit' | 'ignore' | number)[];
export function passSignalsOn(
  child: Pick<ChildProcess, 'kill' | 'connected' | 'send'>,
  program: Pick<NodeJS.EventEmitter, 'on'>,
  platform: NodeJS.Platform,
): void;
