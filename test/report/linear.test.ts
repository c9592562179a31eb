import { expect, it } from 'vitest';
import { Concealment } from '#core/report/concealment.ts';
import { Search } from '#core/report/findings.ts';
import { walkWith } from '#core/report/message-walk.ts';
import { createPseudonyms } from '#core/report/pseudonyms.ts';

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  quotes: (n) => '"'.repeat(n),
  brackets: (n) => '[{'.repeat(n / 2),
  attrs: (n) => `<a b="`.repeat(n / 6),
  unclosed: (n) => '<title>'.repeat(n / 7),
  esc: (n) => `{"a":"${'\\u0041\\'.repeat(n / 7)}"}`,
  words: (n) => `{"text":"${'a1@ '.repeat(n / 4)}"}`,
  at: (n) => `{"text":"${'a'.repeat(n)}@"}`,
  digits: (n) => `{"text":"${'1 '.repeat(n / 2)}"}`,
  dots: (n) => `{"text":"${'a@a.'.repeat(n / 4)}"}`,
  han: (n) => `{"name":"王小明","text":"${'王小'.repeat(n / 6)}"}`,
  nested: (n) => {
    let s = 'x'.repeat(100);
    while (s.length < n) s = JSON.stringify({ a: s });
    return s;
  },
  slashes: (n) => `<script>${'=/['.repeat(n / 3)}</script>`,
  amps: (n) => `<p>${'&amp;'.repeat(n / 5)}</p>`,
  pct: (n) => `{"u":"https://a.example/?x=${'%41'.repeat(2000)}", "t":"${'%25'.repeat(n / 3)}"}`,
  b64: (n) => `{"u":"${'QUFB'.repeat(n / 4)}"}`,
  form: (n) => 'a=b&'.repeat(n / 4),
  spaces: (n) => `<a ${' '.repeat(n)}`,
  json: (n) => `[${'{"name":"Jane Doe","id":123456,"text":"hello world how are you"},'.repeat(n / 64)}1]`,
};

/** Processor time in milliseconds of both ways through an answer. */
function timeOf(text: string): number {
  const type = text.startsWith('<') ? 'text/html' : 'application/json';
  const start = process.cpuUsage().user;
  const search = new Search([]);
  walkWith(search).body(text, type, 'answered');
  const parts = {
    pseudonyms: createPseudonyms(Buffer.alloc(32, 7)),
    findings: search.findings(),
    keepsTexts: false,
    keptWords: new Set<string>(),
    hosts: [],
  };
  const changed = walkWith(new Concealment(parts)).body(text, type, 'answered');
  expect(changed.length).toBe(text.length);
  return (process.cpuUsage().user - start) / 1_000;
}

it.each(Object.entries(SHAPES))('changes an answer in a time that grows with its length: %s', (_name, make) => {
  const small = Math.min(timeOf(make(40_000)), timeOf(make(40_000)));
  expect(timeOf(make(160_000))).toBeLessThan(8 * Math.max(small, 25));
});
