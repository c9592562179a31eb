import { expect, test } from 'vitest';
import { SharedTexts } from '#core/writers/xlsx/shared-texts.ts';

test('the table of shared strings takes texts until it is full', () => {
  const texts = new SharedTexts(20);
  expect(texts.isEmpty).toBe(true);
  expect(['<t>a</t>', '<t>b</t>', '<t>c</t>', ''].map((element) => texts.add(element))).toEqual([0, 1, null, 2]);
  expect([...texts.xml()].join('')).toContain('count="3" uniqueCount="3"><si><t>a</t></si><si><t>b</t></si><si></si></sst>');
});
