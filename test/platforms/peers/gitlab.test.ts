import { Gitlab } from '@gitbeaker/rest';
import { expect, it } from 'vitest';
import { trimLines } from '#core/platform-api/item.ts';
import gitlab from '#core/platforms/gitlab/index.ts';
import { gitlabSimulator } from '#core/platforms/gitlab/simulator.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { readByPeer } from '#test/platforms/peers/peer-world.ts';

const HOST = 'https://gitlab.example';
const TOKEN = 'good';
const simulator = () => gitlabSimulator({ threads: 40, mostPerPage: 15 });
const read = async (url: string, options = {}) =>
  (await readAll(gitlab, url, [{ match: '', simulator: simulator() }], options, { auth_token: TOKEN })).items;

it('gitbeaker reads the same threads as we, page after page', async () => {
  const theirs = await readByPeer(simulator(), async () => {
    const { IssueDiscussions, MergeRequestDiscussions } = new Gitlab({ host: HOST, token: TOKEN });
    return [await IssueDiscussions.all('cats/purr', 7), await MergeRequestDiscussions.all('cats/purr', 8)];
  });
  const ours = [
    await read(`${HOST}/cats/purr/-/issues/7`, { replies: true }),
    await read(`${HOST}/cats/purr/-/merge_requests/8`, { replies: true }),
  ];
  expect(theirs[0]).toHaveLength(40);
  expect(
    theirs.map((threads) =>
      threads.flatMap(({ id, notes = [] }) =>
        notes
          .filter(({ system }) => !system)
          .map((note) => [String(note.id), trimLines(note.body), note.author.username, note.created_at, id]),
      ),
    ),
  ).toEqual(
    ours.map((items) => items.map(({ id, text, author, createdAt, extra }) => [id, text, author.username, createdAt, extra['threadId']])),
  );
});

it('gitbeaker reads the same emoji as we', async () => {
  const theirs = await readByPeer(simulator(), () => new Gitlab({ host: HOST, token: TOKEN }).IssueAwardEmojis.all('cats/purr', 7));
  const ours = await read(`${HOST}/cats/purr/-/issues/7`, { likes: true });
  expect(theirs.map(({ id, name, user }) => [String(id), name, user.username])).toEqual(
    ours.map(({ id, extra, author }) => [id, extra['emoji'], author.username]),
  );
});
