import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Stopped } from '#core/contract/error.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage, TEST_PLATFORM } from '#test/network/page.ts';

describe('once', () => {
  it('makes a thing once for all pages of the run, parallel ones too', async () => {
    await using page = await openPage();
    let made = 0;
    const make = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return (made += 1);
    };
    const others = [page.another(), page.another()];
    expect(await Promise.all([page, ...others].map(({ session }) => session.once('key', make)))).toEqual([1, 1, 1]);
    expect(await page.another().session.once('key', make)).toBe(1);
    expect(await page.session.once('other', make)).toBe(2);
    page.session.forget('key');
    expect(await others[0]?.session.once('key', make)).toBe(3);
    await using elsewhere = await openPage();
    expect(await elsewhere.session.once('key', make)).toBe(4);
  });

  it('forgets a failure', async () => {
    await using page = await openPage();
    const failing = async (): Promise<string> => {
      throw new Error('no id');
    };
    await expect(Promise.all([page.session.once('key', failing), page.another().session.once('key', failing)])).rejects.toThrow('no id');
    expect(await page.session.once('key', async () => 'id')).toBe('id');
  });

  it('survives the end of the page that was making it', async () => {
    await using page = await openPage();
    const maker = page.another();
    const make = (signal: AbortSignal, value: string) => (): Promise<string> =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(value), 50);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const given = maker.session.once('key', make(maker.abort.signal, 'first')).catch((error: unknown) => error);
    const waiting = page.session.once('key', make(page.abort.signal, 'second'));
    maker.abort.abort('enough');
    expect(await given).toMatchObject({ name: 'Stopped', cause: 'enough' });
    expect(await waiting).toBe('second');
  });

  it('lets a page that is aborted go while another makes it', async () => {
    await using page = await openPage();
    const other = page.another();
    const made = page.session.once('key', () => new Promise<string>((resolve) => setTimeout(() => resolve('made'), 50)));
    const left = other.session.once('key', async () => 'unused').catch((error: unknown) => error);
    other.abort.abort('enough');
    expect(await left).toMatchObject({ name: 'Stopped', cause: 'enough' });
    expect(await made).toBe('made');
  });
});

describe('the end', () => {
  it("of a run ends its requests and no other run's", async () => {
    await using server = await serve(
      (incoming, answer) => void (incoming.url === '/slow' ? setTimeout(() => answer.end('late'), 200) : null),
    );
    await using page = await openPage();
    const other = await page.network.openSession({
      jobGuid: 'other',
      platform: TEST_PLATFORM,
      cookies: {},
      retryBudget: { left: 30 },
      options: { replies: false, sort: null, limit: 1, minTimestamp: null, maxTimestamp: null, countries: [] },
    });
    const counters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    const staying = other
      .forPage({ signal: new AbortController().signal, counters, tries: 'general' })
      .fetch({ url: `${server.origin}/slow` });
    const ending = page.session.fetch({ url: `${server.origin}/hang` }).catch((error: unknown) => error);
    await expect.poll(() => server.requests()).toBe(2);
    await page.closeRun();
    expect(await ending).toBeInstanceOf(Stopped);
    await expect.poll(() => server.openSockets()).toBe(1);
    expect((await staying).text).toBe('late');
    await expect(page.session.fetch({ url: server.origin })).rejects.toBeInstanceOf(Stopped);
    await other.close();
  });

  it('of the network ends everything without another try', async () => {
    await using server = await serve(() => {});
    await using page = await openPage({ config: { retryScale: 1_000 } });
    const work = page.session.fetch({ url: server.origin }).catch((error: Error) => error.message);
    await expect.poll(() => server.requests()).toBe(1);
    await page.network.close();
    expect(await work).toContain('shutting down');
    expect(page.counters).toMatchObject({ requests: 1, retries: 0 });
    await expect.poll(() => server.openSockets()).toBe(0);
  });
});

describe('counters', () => {
  it('count each hop as a request, page by page', async () => {
    await using server = await serve((incoming, answer) =>
      incoming.url === '/' ? answer.writeHead(302, { location: '/end' }).end() : answer.end('ok'),
    );
    await using page = await openPage();
    await page.session.fetch({ url: server.origin });
    const other = page.another();
    await other.session.fetch({ url: `${server.origin}/end` });
    expect(page.counters).toEqual({ requests: 2, retries: 0, waits: 0, waitedMs: 0 });
    expect(other.counters.requests).toBe(1);
  });

  it('leave no listeners on a signal that outlives its requests', async () => {
    await using server = await serve((_, answer) => answer.end('ok'));
    await using page = await openPage({ config: { pace: 'on' } });
    for (let i = 0; i < 20; i += 1) await page.session.fetch({ url: server.origin });
    expect(getEventListeners(page.abort.signal, 'abort').length).toBeLessThanOrEqual(1);
  });
});
