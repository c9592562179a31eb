import { describe, expect, it } from 'vitest';
import { TransientFailure } from '#core/contract/error.ts';
import soundcloud from '#core/platforms/soundcloud/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { TRACK, home, page, trackIs } from '#core/platforms/soundcloud/simulator/wire-forms.ts';

describe('the client id', () => {
  const id = (letter: string) => letter.repeat(32);
  const front = (body: string, rest: Partial<FakeExchange> = {}): FakeExchange => ({ ...home, status: 200, body, ...rest });
  const state = (clientId: string) =>
    `<script>window.__sc_hydration = [{"hydratable":"x","data":{"id":1}},{"hydratable":"apiClient","data":{"isExpiring":false,"id":"${clientId}"}}];</script>`;
  const script =
    '<script crossorigin src="https://a-v2.sndcdn.com/assets/0-a.js"></script><script src="https://a-v2.sndcdn.com/assets/5-b.js" crossorigin></script>';
  const rest = [trackIs(), page('/comments', [])];
  const usedIds = (urls: readonly string[]) => urls.flatMap((url) => /client_id=(\w+)/.exec(url)?.[1] ?? []);

  it('comes from the state in the page', async () => {
    const run = await readAll(soundcloud, TRACK, [front(`${script}${state(id('a'))}`), ...rest]);
    expect(usedIds(run.session.urls)).toEqual([id('a'), id('a')]);
    expect(run.session.urls).toHaveLength(3);
  });

  it('comes from the start of the last script otherwise', async () => {
    const run = await readAll(soundcloud, TRACK, [
      front(`${script}${state('short')}`),
      { match: '5-b.js', status: 206, body: `x,client_id:"${id('b')}",y` },
      ...rest,
    ]);
    expect(usedIds(run.session.urls)).toEqual([id('b'), id('b')]);
    expect(run.session.sent[1]?.headers).toEqual({ range: 'bytes=0-49999' });
  });

  const noAnswer: FakeExchange = { match: home.match, failure: new TransientFailure() };
  it.each<[string, FakeExchange]>([
    ['the page is refused', home],
    ['the page does not answer', noAnswer],
    ['neither holds it', front(script)],
  ])('is the public one where %s', async (_name, exchange) => {
    const run = await readAll(soundcloud, TRACK, [exchange, ...rest]);
    expect(usedIds(run.session.urls)).toEqual(['CkCiIyf14rHi27fhk7HxhPOzc85okfSJ', 'CkCiIyf14rHi27fhk7HxhPOzc85okfSJ']);
  });

  it.each([401, 403])('is renewed once after a %i', async (status) => {
    const run = await readAll(soundcloud, TRACK, [
      front(state(id('a')), { times: 1 }),
      front(state(id('b'))),
      { match: id('a'), status, body: {} },
      ...rest,
    ]);
    expect(usedIds(run.session.urls)).toEqual([id('a'), id('b'), id('b')]);
  });

  it.each([
    [401, 'LOGIN_REQUIRED'],
    [403, 'BLOCKED'],
  ])('is not renewed twice: %i is %s', async (status, code) => {
    const session = readAll(soundcloud, TRACK, [front(state(id('a'))), trackIs(), { match: '/comments', status, body: {} }]);
    await expect(session).rejects.toMatchObject({ code });
  });

  it('is not to blame for a captcha', async () => {
    const wall = { match: 'api-widget', status: 403, body: { url: 'https://geo.captcha-delivery.com/captcha/?x' } };
    await expect(readAll(soundcloud, TRACK, [home, wall])).rejects.toMatchObject({ code: 'CAPTCHA' });
  });
});
