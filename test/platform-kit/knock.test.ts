import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformChanged, Stopped, TransientFailure } from '#core/contract/error.ts';
import { knock, orNothing, orShut } from '#core/platform-kit/knock.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';

const schema = z.object({ a: z.int() });
const knockAt = (exchange: Omit<FakeExchange, 'match'>) =>
  knock(new FakeSession([{ match: '', ...exchange }]), { url: 'https://site.example/' }, (answer) => answer.json(schema).a);

it('gives what is read of a 200', async () => {
  expect(await knockAt({ body: { a: 1 } })).toEqual({ value: 1 });
});

it('gives what a refusal means, and an unknown form', async () => {
  expect(await knockAt({ status: 404 })).toMatchObject({ refusal: { code: 'NOT_FOUND' }, status: 404 });
  expect(await knockAt({ status: 429 })).toMatchObject({ refusal: { code: 'RATE_LIMITED' }, status: 429 });
  expect(await knockAt({ body: { a: 'x' } })).toMatchObject({ refusal: { code: 'PLATFORM_CHANGED', path: 'a' }, status: 200 });
});

it('passes on a wire that breaks', async () => {
  await expect(knockAt({ failure: new TransientFailure() })).rejects.toMatchObject({ code: 'NETWORK' });
});

describe('a door of several requests', () => {
  it('gives what it has, or why it is shut', async () => {
    const shut = new PlatformChanged('$');
    expect(await orShut(Promise.resolve(7))).toBe(7);
    expect(await orShut(Promise.reject(shut))).toBe(shut);
  });

  it('is nothing where an export can do without', async () => {
    expect(await orNothing(Promise.resolve(7))).toBe(7);
    expect(await orNothing(Promise.reject(new PlatformChanged('$')))).toBeNull();
  });

  it('passes on the end of the export, and faults of ours', async () => {
    for (const error of [new Stopped(), new TypeError('x')]) {
      await expect(orShut(Promise.reject(error))).rejects.toBe(error);
      await expect(orNothing(Promise.reject(error))).rejects.toBe(error);
    }
  });
});
