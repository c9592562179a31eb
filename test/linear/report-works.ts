import { Concealment } from '#core/report/concealment.ts';
import { Search } from '#core/report/findings.ts';
import { walkWith } from '#core/report/message-walk.ts';
import { createPseudonyms } from '#core/report/pseudonyms.ts';
import type { Work } from '#test/linear/growth.ts';

/** Answers of a site that wants a failure report to take long. */
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

const SIZES = { from: 8_192, upTo: 131_072 };

/** What a failure report replaces in answers, both ways through them. */
export function failureReports(): { readonly name: string; readonly works: readonly Work[]; readonly hasNoSize: false } {
  const works = Object.entries(SHAPES).map(([shape, make]): Work => {
    const prepare = (size: number) => {
      const text = make(size);
      return () => conceal(text);
    };
    return { name: `failure reports, ${shape}`, ...SIZES, prepare };
  });
  return { name: 'failure reports', works, hasNoSize: false };
}

/** @throws Error where the length of the answer has changed */
function conceal(text: string): void {
  const type = text.startsWith('<') ? 'text/html' : 'application/json';
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
  if (changed.length !== text.length) throw new Error(`${text.length} characters became ${changed.length}.`);
}
