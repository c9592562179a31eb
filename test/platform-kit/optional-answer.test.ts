import { expect, it } from 'vitest';
import { z } from 'zod';
import { CommentdockError, Stopped } from '#core/contract/error.ts';
import { optionalAnswer, optionalText } from '#core/platform-kit/optional-answer.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';

const schema = z.object({ total: z.int() });
const asked = async (answer: Omit<FakeExchange, 'match'>) => {
  const session = new FakeSession([{ match: /./, ...answer }]);
  const result = await optionalAnswer(session, schema, { url: 'https://site.example/total' });
  return [result, session.urls.length];
};

it('gives the checked body', async () => {
  expect(await asked({ body: { total: 3 } })).toEqual([{ total: 3 }, 1]);
});

it('gives null for any failure, after a single try', async () => {
  for (const status of [401, 403, 404, 429, 500, 503])
    expect(await asked({ status, body: { total: 3 } }), String(status)).toEqual([null, 1]);
  expect(await asked({ body: '<html>' })).toEqual([null, 1]);
  expect(await asked({ body: { total: 'many' } })).toEqual([null, 1]);
  expect(await asked({ failure: new CommentdockError('NETWORK') })).toEqual([null, 1]);
});

it('passes on the end of the export, and what is no answer at all', async () => {
  await expect(asked({ failure: new Stopped() })).rejects.toBeInstanceOf(Stopped);
  const aborted = new DOMException('aborted', 'AbortError');
  await expect(asked({ failure: aborted })).rejects.toBe(aborted);
});

it('gives the body as text, or null for any failure', async () => {
  const textOf = (answer: Omit<FakeExchange, 'match'>) =>
    optionalText(new FakeSession([{ match: /./, ...answer }]), { url: 'https://site.example/app.js' });
  expect(await textOf({ body: 'let a;' })).toBe('let a;');
  expect(await textOf({ status: 404, body: 'no' })).toBeNull();
  expect(await textOf({ failure: new CommentdockError('NETWORK') })).toBeNull();
  await expect(textOf({ failure: new Stopped() })).rejects.toBeInstanceOf(Stopped);
});
