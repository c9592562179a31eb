import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rawNotes } from '#core/engine/raw-answers.ts';
import { ExportRun } from '#core/engine/export-run.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import type { EngineStore, RunSession } from '#core/engine/ports.ts';
import { openScratchStore } from '#core/store/store.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { insertJob } from '#test/store/stored-job.ts';

const OPTIONS = { replies: false, sort: null, limit: 1_000, minTimestamp: null, maxTimestamp: null, countries: [] };

interface Told {
  readonly body: string;
  readonly encoding: string;
  readonly headers: object;
}

/** Reads as many pages as there are lists of bodies: what each page's requests are answered. */
async function read(bodies: readonly (readonly Buffer[])[], mostBytes?: number) {
  const store = openScratchStore();
  try {
    const job = insertJob(store);
    const puppet = puppetPlatform({ start: [{ cursor: 0, role: 'page' }], concurrency: 1 });
    let page = 0;
    const session: RunSession = {
      forPage({ signal, exchanges }) {
        for (const bytes of bodies[page] ?? []) exchanges?.add(exchange(bytes));
        page += 1;
        return { signal } as never;
      },
      close: async () => undefined,
    };
    const run = new ExportRun({
      store,
      job,
      session,
      platform: puppet.platform,
      options: OPTIONS,
      lanes: 1,
      retryScale: 0,
      retryBudget: { left: 0 },
      learnt: new PlatformLearnt([], Date.now),
      onCommit: () => undefined,
      keep: () => undefined,
      raw: { seal: (packed) => packed, isLoggedIn: false, ...(mostBytes === undefined ? {} : { mostBytes }) },
    });
    const reading = run.fetchAll(new AbortController().signal);
    for (const at of bodies.keys()) {
      const asked = await puppet.at(at);
      asked.answer({ items: [comment(`c${at}`)], next: at + 1 === bodies.length ? [] : [{ cursor: at + 1, role: 'page' }] });
    }
    await reading;
    return { account: store.jobs.ledger(job.id).raw, kept: pagesOf(store, job.id), record: store.jobs.find(job.guid) };
  } finally {
    store.close();
  }
}

function exchange(bytes: Buffer) {
  return {
    startedAtMs: 0,
    request: { method: 'GET', url: 'https://forum.example/', headers: { authorization: 'secret' }, body: null },
    status: 200,
    headers: { 'content-type': 'text/plain', 'set-cookie': ['session=secret'] },
    body: () => ({ bytes, isCut: false }),
  };
}

function pagesOf(store: EngineStore, jobId: number): readonly (readonly Told[])[] {
  return [...store.rawAnswers.of(jobId)].map((packed) => {
    const text = gunzipSync(packed).toString();
    expect(text).not.toContain('secret');
    return (JSON.parse(text) as readonly { readonly answer: Told }[]).map(({ answer }) => answer);
  });
}

describe('raw answers of an export', () => {
  it('are kept page by page, as text where they are one, without what belongs to a session', async () => {
    const odd = Buffer.of(0xff, 0xfe, 0);
    const { kept, account, record } = await read([[Buffer.from('Grüße'), odd], [Buffer.from('two')], []]);
    expect(kept.map((page) => page.map(({ body, encoding }) => [body, encoding]))).toEqual([
      [
        ['Grüße', 'utf8'],
        [odd.toString('base64'), 'base64'],
      ],
      [['two', 'utf8']],
    ]);
    expect(kept[0]?.[0]?.headers).toEqual({ 'content-type': 'text/plain' });
    expect(account).toMatchObject({ answers: 3, pages: 2, leftOut: 0 });
    expect(record?.completeness.notes).toEqual([expect.stringMatching(/^Raw answers that are kept: 3 \(/)]);
    expect(record?.rawAnswers).toBe(3);
  });

  it('are kept up to a ceiling, and no more behind it, which the ledger says', async () => {
    const [small, large] = [Buffer.from('small'), randomBytes(10_000)];
    const { kept, account, record } = await read([[small], [large, small], [small]], 5_000);
    expect(kept).toHaveLength(1);
    expect(account).toMatchObject({ answers: 1, pages: 1, leftOut: 3, isFull: true });
    expect(record?.completeness.notes.join(' ')).toContain('Raw answers that are not kept: 3.');
  });

  it('take 8 MB of a page at most, before they are packed', async () => {
    const answer = Buffer.alloc(2_000_000, 'text ');
    const { kept, account } = await read([Array.from({ length: 6 }, () => answer), [answer]]);
    expect(kept.map((page) => page.length)).toEqual([3, 1]);
    expect(account).toMatchObject({ answers: 4, leftOut: 3 });
    expect(account).not.toHaveProperty('isFull');
  });

  it('may tell more of a login, and say so', () => {
    const account = { answers: 1, pages: 1, bytes: 1_500_000, leftOut: 0 };
    expect(rawNotes({ ...account, loggedIn: true }).join(' ')).toContain('(1.5 MB packed). The owner gets them');
    expect(rawNotes({ ...account, loggedIn: true }).join(' ')).toContain('to that login alone');
    expect(rawNotes(account).join(' ')).not.toContain('login');
    expect(rawNotes(undefined)).toEqual([]);
  });
});
