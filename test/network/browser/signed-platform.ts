import { z } from 'zod';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';
import type { Session } from '#core/platform-api/session.ts';
import { SIGNED_HOST } from '#test/world/simulators/signed-site.ts';

const ORIGIN = `https://${SIGNED_HOST}`;
const SIGNER = { global: 'site.signer.ready' } as const;
const answerSchema = z.object({
  entries: z.array(z.object({ id: z.string(), text: z.string() })),
  more: z.boolean(),
  total: z.number(),
});

type Cursor =
  | { readonly at: 'post'; readonly id: string; readonly offset: number }
  | { readonly at: 'feed'; readonly name: string; readonly skip: number };

/** The signed site of the test world as a platform: comments by fetches in the post's page, feeds by scrolling. */
export const signedPlatform = definePlatform<Cursor>({
  id: 'signed',
  name: 'Signed site',
  homepage: ORIGIN,
  description: 'A site of tests that answers only its own page.',
  category: 'forum',
  recorded: '2026-08',
  comparedWith: [],
  targets: [
    { name: 'post', patterns: [], examples: [`${ORIGIN}/post/1`], match: () => null, exports: { own: { type: 'comments' } } },
    { name: 'feed', patterns: [], examples: [`${ORIGIN}/feed/f`], match: () => null, exports: { own: { type: 'comments' } } },
  ],
  hosts: ['.signed.example'],
  cookies: { need: 'optional', domains: ['.signed.example'] },
  transport: 'browser',
  pace: { perSecond: 1_000, concurrency: 4 },
  start: ({ target, params }) => [
    {
      role: 'page',
      cursor: target === 'post' ? { at: 'post', id: params['id'] ?? '', offset: 0 } : { at: 'feed', name: params['id'] ?? '', skip: 0 },
    },
  ],
  fetchPage: (cursor, session) => (cursor.at === 'post' ? postPage(cursor, session) : feedPage(cursor, session)),
});

async function postPage({ id, offset }: Extract<Cursor, { at: 'post' }>, session: Session): Promise<Page<Cursor>> {
  const answer = await session.inPageJson(answerSchema, {
    url: `${ORIGIN}/api/comments`,
    query: { post: id, offset },
    page: { url: `${ORIGIN}/post/${id}`, ready: SIGNER },
  });
  const next = { at: 'post', id, offset: offset + answer.entries.length } as const;
  return { items: itemsOf(answer), total: answer.total, next: answer.more ? [{ role: 'page', cursor: next }] : [] };
}

async function feedPage({ name, skip }: Extract<Cursor, { at: 'feed' }>, session: Session): Promise<Page<Cursor>> {
  const { answers, ended } = await session.scroll(
    { url: `${ORIGIN}/feed/${name}`, ready: SIGNER },
    { url: `${SIGNED_HOST}/api/feed?*`, until: (answer) => !answer.json(answerSchema).more },
    { skip, quietMs: 1_000 },
  );
  const next = { at: 'feed', name, skip: skip + answers.length } as const;
  return { items: answers.flatMap((answer) => itemsOf(answer.json(answerSchema))), next: ended ? [] : [{ role: 'page', cursor: next }] };
}

function itemsOf({ entries }: z.output<typeof answerSchema>) {
  return entries.map(({ id, text }) => makeItem({ id, kind: 'comment', text }));
}
