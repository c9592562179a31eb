import { describe, expect, it } from 'vitest';
import { createTerminal } from '#core/surfaces/cli/terminal.ts';

function terminalOn(stderr: { readonly isTTY?: boolean; readonly columns?: number }, kind?: string) {
  const written = { stdout: '', stderr: '' };
  const clock = { nowMs: 0 };
  const streamOf = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (written[name] += text) });
  const terminal = createTerminal({
    stdout: streamOf('stdout'),
    stderr: { ...streamOf('stderr'), ...stderr },
    kind,
    now: () => clock.nowMs,
  });
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

  it('takes a width of 0 for one that is not known', () => {
    const { terminal, written } = terminalOn({ isTTY: true, columns: 0 });
    terminal.showStatus('working');
    expect(written.stderr).toBe('\r\u001B[2Kworking');
  });

  it.each([
    [{}, undefined],
    [{ isTTY: true }, 'dumb'],
  ])('writes a plain line every five seconds where it is none, or shows no more: %j %s', (stream, kind) => {
    const { terminal, written, clock } = terminalOn(stream, kind);
    expect(terminal.isAttended).toBe(kind === 'dumb');
    terminal.showStatus('first');
    clock.nowMs = 4_900;
    terminal.showStatus('too soon');
    clock.nowMs = 5_000;
    terminal.showStatus('second');
    terminal.clearStatus();
    expect(written.stderr).toBe('first\nsecond\n');
  });

  it('lets nothing that strangers wrote steer it, whatever prints it', () => {
    const hostile = 'a\u001B[2Jb\u009B1mc\u202Ed\u2066e\u0007f\r\ng\u0085h';
    const { terminal, written } = terminalOn({ isTTY: true });
    terminal.print(hostile);
    terminal.printError(hostile);
    const shown = 'a\\u001b[2Jb\\u009b1mc\\u202ed\\u2066e\\u0007f g\\u0085h';
    expect(written).toEqual({ stdout: `${shown}\n`, stderr: `${shown}\n` });
    terminal.showStatus(hostile);
    expect(written.stderr.endsWith(`\r\u001B[2K${shown}`)).toBe(true);
    const plain = terminalOn({});
    plain.terminal.showStatus(hostile);
    expect(plain.written.stderr).toBe(`${shown}\n`);
  });

  it('writes JSON that reads back as it was, and letters of all scripts as they are', () => {
    const value = { text: 'a\u001B[2Jb\u009Bc\u202Ed\n\u2028\t', family: '👩‍👧 می‌خواهم' };
    const { terminal, written } = terminalOn({});
    terminal.print(JSON.stringify(value));
    expect(JSON.parse(written.stdout)).toEqual(value);
    // oxlint-disable-next-line no-control-regex
    expect(written.stdout.trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/);
    expect(written.stdout).toContain(value.family);
  });
});
