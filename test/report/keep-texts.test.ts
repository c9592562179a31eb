import { expect, it } from 'vitest';
import { Concealment } from '#core/report/concealment.ts';
import { Search } from '#core/report/findings.ts';
import { walkWith } from '#core/report/message-walk.ts';
import { createPseudonyms } from '#core/report/pseudonyms.ts';

const ANSWER = JSON.stringify({
  comments: [
    {
      author: { name: 'Marlena Kowalczyk', username: 'marlena_k77' },
      text: 'The soup was cold and far too salty, says Marlena Kowalczyk; write to marlena@kowalczyk.example',
    },
  ],
});

function changed(keepsTexts: boolean): string {
  const search = new Search([]);
  walkWith(search).body(ANSWER, 'application/json', 'answered');
  const parts = {
    pseudonyms: createPseudonyms(Buffer.alloc(32, 7)),
    findings: search.findings(),
    keepsTexts,
    keptWords: new Set<string>(),
    hosts: [],
  };
  return walkWith(new Concealment(parts)).body(ANSWER, 'application/json', 'answered');
}

it('leaves texts where that is wished, and no name, handle or address in them', () => {
  const kept = changed(true);
  expect(kept).toContain('The soup was cold and far too salty, says ');
  for (const one of ['Marlena', 'Kowalczyk', 'marlena', 'kowalczyk']) expect(kept).not.toContain(one);
});

it('leaves no word of a text otherwise', () => {
  for (const word of ['soup', 'salty', 'Marlena']) expect(changed(false)).not.toContain(word);
});
