import { EventEmitter } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { childStdio, INTERRUPT, passSignalsOn } from '../../bin/child-signals.js';

function childOf(connected: boolean) {
  const told: unknown[] = [];
  const child = {
    connected,
    kill: (signal?: NodeJS.Signals | number) => (told.push(signal), true),
    send: (message: unknown) => (told.push(message), true),
  };
  return { child, told };
}

describe('signals for a child', () => {
  it.each(['linux', 'darwin'] as const)('are passed on as they are on %s', (platform) => {
    const program = new EventEmitter();
    const { child, told } = childOf(false);
    passSignalsOn(child, program, platform);
    program.emit('SIGINT');
    program.emit('SIGTERM');
    expect(told).toEqual(['SIGINT', 'SIGTERM']);
    expect(childStdio(platform)).toBe('inherit');
  });

  it('stand beside what a shell opened for a word', () => {
    const file = openSync(import.meta.filename, 'r');
    try {
      const stdio = childStdio('linux', ['batch', `/dev/fd/${file}`, '/dev/fd/999']);
      expect([stdio.slice(0, 3), stdio.at(-1), stdio.length]).toEqual([['inherit', 'inherit', 'inherit'], file, file + 1]);
    } finally {
      closeSync(file);
    }
    expect(childStdio('linux', ['batch', '/dev/fd/999'])).toBe('inherit');
  });

  it('are messages on Windows, where `kill` ends a process at once', () => {
    const program = new EventEmitter();
    const { child, told } = childOf(true);
    passSignalsOn(child, program, 'win32');
    program.emit('SIGINT');
    program.emit('SIGTERM');
    expect(told).toEqual([INTERRUPT, INTERRUPT]);
    expect(childStdio('win32')).toEqual(['inherit', 'inherit', 'inherit', 'ipc']);
  });

  it('reach nobody on Windows once the child is gone', () => {
    const program = new EventEmitter();
    const { child, told } = childOf(false);
    passSignalsOn(child, program, 'win32');
    program.emit('SIGINT');
    expect(told).toEqual([]);
  });
});
