import { describe, expect, it } from 'vitest';
import { createTerminal } from '#core/surfaces/cli/terminal.ts';

function terminalOn(stderr: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written = { stdout: '', stderr: '' };
  const clock = { nowMs: 0 };
  const streamOf = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (written[name] += text) });
  const terminal = createTerminal({ stdout: streamOf('stdout'), stderr: { ...streamOf('stderr'), ...stderr }, now: () => clock.nowMs });
  return { terminal, written, clock };
}

describe('the terminal', () => {
  it('keeps results and news apart, so that output can be piped', () => {
    const { terminal, written } = terminalOn({ isTTY: true });
    terminal.print('one', 'two');
    terminal.showStatus('working');
    terminal.printError('bad');
    expect(written.stdout).toBe('one\ntwo\n');
    expect(written.stderr).toContain('working');
    expect(written.stderr).toContain('bad\n');
  });

  it('replaces the status line where it is a terminal, and cuts it to the width', () => {
    const { terminal, written } = terminalOn({ isTTY: true, columns: 10 });
    terminal.showStatus('123456789012345');
    expect(written.stderr).toBe('\r\u001B[2K123456789');
    terminal.clearStatus();
    expect(written.stderr).toMatch(/\r\u001B\[2K$/);
  });

  it('writes a plain line every five seconds where it is none', () => {
    const { terminal, written, clock } = terminalOn({});
    terminal.showStatus('first');
    clock.nowMs = 4_900;
    terminal.showStatus('too soon');
    clock.nowMs = 5_000;
    terminal.showStatus('second');
    terminal.clearStatus();
    expect(written.stderr).toBe('first\nsecond\n');
  });
});
