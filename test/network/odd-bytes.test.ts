import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#core/network/charset.ts';

const BOM = [0xff, 0xfe];
/** Node hands larger texts over without a copy; with an odd number of bytes at an odd place it then writes one byte too far. */
const FROM_BYTES = 2_063_841;
const SIZES = 2_048;

describe('a text of two bytes a letter', () => {
  it('that ends within a letter is read up to there', () => {
    expect(decodeText(Buffer.from([...BOM, 0x41, 0x00, 0x42, 0x00, 0x43]), 'text/html')).toBe('AB');
    expect(decodeText(Buffer.from([...BOM, 0x41]), 'text/html')).toBe('');
  });

  // In a process of its own: what goes wrong ends it.
  it('does not write beyond its own memory, whatever its size and place', () => {
    const program = `
      import { decodeText } from '#core/network/charset.ts';
      for (let bytes = ${FROM_BYTES}; bytes < ${FROM_BYTES + 2 * SIZES}; bytes += 2) {
        const body = Buffer.alloc(bytes + 1, 0x41).subarray(1);
        body.set(${JSON.stringify(BOM)});
        if (decodeText(body, 'text/html').length !== (bytes - 3) / 2) throw new Error('letters are missing: ' + bytes);
      }
      console.log('whole');`;
    const { stdout, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect({ stdout: stdout.trim(), signal, stderr }).toEqual({ stdout: 'whole', signal: null, stderr: '' });
  });
});
