import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

type Fields = Readonly<Record<string, unknown>>;

const call = (services: FakeServices, name: string, input: object = {}): Promise<unknown> =>
  callOperation(operationNamed(name), input, contextOf(services, TOKEN_CALLER));
const refused = (services: FakeServices, name: string, input: object): Promise<CommentdockError> => refusal(call(services, name, input));

async function inUse(services: FakeServices): Promise<unknown> {
  const providers = (await call(services, 'sentiment.providers')) as readonly Fields[];
  return providers.filter(({ in_use: isInUse }) => isInUse).map(({ id }) => id);
}

const CHAT = { id: 'chat-completions', key: 'sk-very-secret' };

describe('sentiment providers', () => {
  it('are the built-in analyzer and five others, with their defaults and without keys', async () => {
    const services = fakeServices();
    const providers = (await call(services, 'sentiment.providers')) as readonly Fields[];
    expect(providers.map(({ id }) => id)).toEqual([
      'built-in',
      'chat-completions',
      'messages',
      'natural-language',
      'local-model',
      'neural-model',
    ]);
    expect(providers.every(({ has_key: hasKey }) => hasKey === false)).toBe(true);
    expect(providers.slice(1, 4).every(({ base_url: url }) => String(url).startsWith('https://'))).toBe(true);
    expect(providers[4]).toMatchObject({ base_url: 'http://127.0.0.1:11434/v1', model: null, ready: false });
    expect(providers[5]).toMatchObject({ base_url: null, model: null, ready: false, requests_per_minute: null });
    expect(providers.every(({ input_price: input, output_price: output }) => input === null && output === null)).toBe(true);
    expect(await inUse(services)).toEqual(['built-in']);
  });

  it('are in use by the first key, by choice, and not without a key', async () => {
    const services = fakeServices();
    await call(services, 'sentiment.set', { id: 'messages', key: 'm' });
    expect(await inUse(services)).toEqual(['messages']);
    await call(services, 'sentiment.set', CHAT);
    expect(await inUse(services)).toEqual(['chat-completions']);
    await call(services, 'sentiment.choose', { id: 'messages' });
    expect(await inUse(services)).toEqual(['messages']);
    await call(services, 'sentiment.choose', { id: 'built-in' });
    expect(await inUse(services)).toEqual(['built-in']);
    await call(services, 'sentiment.choose', { id: 'automatic' });
    expect(await inUse(services)).toEqual(['chat-completions']);
    expect(await refused(services, 'sentiment.choose', { id: 'natural-language' })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused(services, 'sentiment.choose', { id: 'nobody' })).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await call(services, 'sentiment.choose', { id: 'messages' });
    await call(services, 'sentiment.remove', { id: 'messages' });
    expect(await inUse(services)).toEqual(['chat-completions']);
    expect(services.vault.get('sentiment/messages/key')).toBeNull();
  });

  it('never show a key', async () => {
    const services = fakeServices();
    const answers = [
      await call(services, 'sentiment.set', CHAT),
      await call(services, 'sentiment.providers'),
      await call(services, 'sentiment.choose', { id: CHAT.id }),
      await call(services, 'sentiment.test', { id: CHAT.id }),
    ];
    expect(JSON.stringify(answers)).not.toContain(CHAT.key);
    expect(JSON.stringify(services.sentimentSettings.read())).not.toContain(CHAT.key);
    expect(services.vault.get('sentiment/chat-completions/key')).toBe(CHAT.key);
  });

  it('take address, model, pace and prices, and give them back with null', async () => {
    const services = fakeServices();
    const own = { base_url: 'http://127.0.0.1:11434/v1/', model: 'small', requests_per_minute: 600, input_price: 0.4, output_price: 1.6 };
    expect(await call(services, 'sentiment.set', { ...CHAT, ...own })).toMatchObject({
      ...own,
      base_url: 'http://127.0.0.1:11434/v1',
      has_key: true,
    });
    const back = { base_url: null, model: null, requests_per_minute: null, input_price: null, output_price: null };
    const defaults = (await call(fakeServices(), 'sentiment.providers')) as readonly Fields[];
    expect(await call(services, 'sentiment.set', { id: CHAT.id, key: 'k', ...back })).toEqual({
      ...defaults[1],
      has_key: true,
      ready: true,
      in_use: true,
    });
  });

  it('lose the key where their address changes, so that it goes to nobody it was not meant for', async () => {
    const services = fakeServices();
    await call(services, 'sentiment.set', CHAT);
    await call(services, 'sentiment.set', { id: CHAT.id, model: 'other' });
    expect(services.vault.get('sentiment/chat-completions/key')).toBe(CHAT.key);
    expect(await call(services, 'sentiment.set', { id: CHAT.id, base_url: 'https://elsewhere.example/v1' })).toMatchObject({
      has_key: false,
    });
  });

  it.each([
    ['http://elsewhere.example/v1', 'must begin with https'],
    ['ftp://elsewhere.example', 'is no web address'],
    ['nonsense', 'is no web address'],
    ['https://user:password@elsewhere.example', 'must have no user name'],
    ['https://elsewhere.example/v1?key=1', 'must have no user name, query'],
  ])('are not asked at %s', async (address, words) => {
    const error = await refused(fakeServices(), 'sentiment.set', { ...CHAT, base_url: address });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(words) });
  });

  it('refuse what does not fit', async () => {
    const services = fakeServices();
    expect(await refused(services, 'sentiment.set', { id: 'nobody' })).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    for (const wrong of [{ key: 'two words' }, { key: 'line\nbreak' }, { requests_per_minute: 0 }, { input_price: -1 }, { model: '' }])
      expect(await refused(services, 'sentiment.set', { id: CHAT.id, ...wrong })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refused(services, 'sentiment.set', { id: 'natural-language', model: 'x' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refused(services, 'sentiment.test', { id: 'messages' })).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('are tried with one text, and a failure is an answer', async () => {
    const services = fakeServices();
    await call(services, 'sentiment.set', CHAT);
    expect(await call(services, 'sentiment.test', { id: CHAT.id })).toMatchObject({ ok: true, sentiment: 'positive', elapsed_ms: 12 });
    const failing = {
      ...services,
      providerTrials: { ...services.providerTrials, ask: () => Promise.reject(new CommentdockError('BLOCKED', 'The key is refused.')) },
    };
    expect(await call(failing, 'sentiment.test', { id: CHAT.id })).toMatchObject({
      ok: false,
      error: 'The key is refused.',
      error_code: 'BLOCKED',
    });
  });
});

describe('an estimate', () => {
  async function exportDone(services: FakeServices): Promise<string> {
    const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
    const guid = jobs[0]?.guid ?? '';
    services.engine.change(guid, { status: 'done' });
    services.datasets.items = [
      makeItem({ id: 'a', kind: 'comment', text: 'x'.repeat(400) }),
      makeItem({ id: 'b', kind: 'comment', text: null }),
      makeItem({ id: 'c', kind: 'comment', text: 'y'.repeat(1_001), title: null }),
    ];
    return guid;
  }

  it('counts texts and tokens, and knows no price that nobody gave', async () => {
    const services = fakeServices();
    const guid = await exportDone(services);
    expect(await call(services, 'sentiment.estimate', { guid })).toMatchObject({
      provider: 'built-in',
      rows: 3,
      items: 2,
      requests: 0,
      cost: 0,
    });
    await call(services, 'sentiment.set', CHAT);
    const without = (await call(services, 'sentiment.estimate', { guid })) as Fields;
    expect(without).toMatchObject({ provider: CHAT.id, items: 2, characters: 1_401, requests: 1, cost: null });
    await call(services, 'sentiment.set', { id: CHAT.id, input_price: 2 });
    expect(await call(services, 'sentiment.estimate', { guid })).toMatchObject({ cost: null });
    await call(services, 'sentiment.set', { id: CHAT.id, output_price: 4 });
    const {
      input_tokens: input,
      output_tokens: output,
      cost,
    } = (await call(services, 'sentiment.estimate', { guid })) as Record<string, number>;
    expect(input).toBeGreaterThan(1_401 / 4);
    expect(cost).toBeCloseTo(((input ?? 0) * 2 + (output ?? 0) * 4) / 1e6, 12);
  });

  it('of the cloud service counts started thousands of characters', async () => {
    const services = fakeServices();
    const guid = await exportDone(services);
    await call(services, 'sentiment.set', { id: 'natural-language', input_price: 1_000 });
    expect(await call(services, 'sentiment.estimate', { guid, provider: 'natural-language' })).toMatchObject({
      requests: 2,
      units: 3,
      input_tokens: 0,
      cost: 0.003,
    });
  });

  it('is of an export that has ended and has texts', async () => {
    const services = fakeServices();
    const guid = await exportDone(services);
    const { target } = services.engine.change(guid, { status: 'progress' });
    expect(await refused(services, 'sentiment.estimate', { guid })).toMatchObject({ code: 'INVALID_REQUEST' });
    services.engine.change(guid, { status: 'done', target: { ...target, type: 'followers' } });
    expect(await refused(services, 'sentiment.estimate', { guid })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await refused(services, 'sentiment.estimate', { guid: 'nope' })).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
