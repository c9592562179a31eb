import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Author, Item } from '#core/contract/item.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

/** An item of which only the named fields are known. */
export function sampleItem(fields: Partial<Omit<Item, 'author'>> & { readonly author?: Partial<Author> } = {}): Item {
  return wholeItem({ id: '1', ...fields });
}

/** Texts that break careless writers. Each comes back from every file as it is. */
export const HOSTILE_TEXTS: readonly string[] = [
  '=1+1',
  '=HYPERLINK("http://evil.example","click")',
  '+49 30 123456',
  '-2 of 10',
  '@everyone look',
  '\tindented by a tab',
  '\rcarriage return first',
  "'quoted already",
  '"double quotes", and commas',
  'two\nlines',
  'windows\r\nlines',
  '  blanks around  ',
  '\n\n',
  '🎉👩‍👩‍👧‍👦 emoji 🏳️‍🌈',
  'مرحبا بالعالم',
  'שלום \u202Eright to left\u202C',
  '12345678901234567',
  '00012',
  '1e10',
  '2021-01-01',
  'TRUE',
  '<b>&amp;</b> ]]> <![CDATA[x]]>',
  '_x000D_ and _x005F_ and _x0041_x0042_',
  '_x00e9_ in small letters',
  '_x0041\u0001 and _x\u0002',
  'bell \u0007, null \u0000, escape \u001B, delete \u007F, next line \u0085',
  'line \u2028 and paragraph \u2029 separators',
  'noncharacters \uFFFE \uFFFF',
  '\uFEFFbyte order mark',
  'e\u0301 not normalized',
  '[1,2]{"a":1}\\n',
];

/** A folder that is gone when it is disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'commentdock-writers-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}
