import StackExchange, { type Call, type Row } from 'stackexchange';
import { expect, it } from 'vitest';
import { decodeEntities, htmlToText } from '#core/platform-kit/html-text.ts';
import stackexchange from '#core/platforms/stackexchange/index.ts';
import { byId, type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { QUESTION, stackExchangeSimulator } from '#core/platforms/stackexchange/simulator.ts';

const simulator = () => stackExchangeSimulator({ answers: 130 });

/** All pages of a list, as far as `has_more` goes. */
async function listed(call: Call, ids: readonly number[]): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const criteria = { site: 'cooking', sort: 'creation', order: 'asc', filter: 'withbody', pagesize: 100, page };
    const body = await new Promise<Parameters<Parameters<Call>[1]>[1]>((resolve, reject) =>
      call(criteria, (error, answer) => (error ? reject(error) : resolve(answer)), ids),
    );
    all.push(...body.items);
    if (!body.has_more) return all;
  }
}

const rowOfPost = ({ answer_id: answer, comment_id: comment, body, owner, creation_date: at }: Row): PeerRow => ({
  id: String(answer ?? comment),
  text: htmlToText(body),
  author: decodeEntities(owner.display_name),
  at: new Date(at * 1000).toISOString(),
});

it('stackexchange reads the same answers and comments as we', async () => {
  const { questions, answers } = new StackExchange({ version: '2.3' });
  const theirs = await readByPeer(simulator(), async () => {
    const given = await listed(questions.answers, [QUESTION]);
    const ids = given.map(({ answer_id: id = 0 }) => id);
    const below = [...(await listed(answers.comments, ids.slice(0, 100))), ...(await listed(answers.comments, ids.slice(100)))];
    return [...given, ...(await listed(questions.comments, [QUESTION])), ...below];
  });
  const ours = await readByUs(stackexchange, `https://cooking.stackexchange.com/questions/${QUESTION}/x`, simulator(), { replies: true });
  expect(theirs.length).toBeGreaterThan(200);
  expect(byId(theirs.map(rowOfPost))).toEqual(byId(ours.map((item) => rowOf(item, 'name'))));
});
