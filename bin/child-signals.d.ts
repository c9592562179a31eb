import type { ChildProcess } from 'node:child_process';

export const INTERRUPT: string;
export function childStdio(platform: NodeJS.Platform): 'inherit' | ['inherit', 'inherit', 'inherit', 'ipc'];
export function passSignalsOn(
  child: Pick<ChildProcess, 'kill' | 'connected' | 'send'>,
  program: Pick<NodeJS.EventEmitter, 'on'>,
  platform: NodeJS.Platform,
): void;
