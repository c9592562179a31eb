import type { RowHistory } from '#core/contract/incremental.ts';
import type { FoundRow } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { wordRuns } from '#renderer/views/export/word-diff.ts';

type Item = FoundRow['item'];
type Said = RowHistory['earlier'][number];

const PARTS: readonly (readonly [MessageKey, (said: Said, words: Words) => string])[] = [
  ['column.title', ({ title }) => title ?? ''],
  ['column.text', ({ text }) => text ?? ''],
  ['column.rating', ({ rating }, words) => (rating === null ? '' : words.decimal(rating))],
  ['export.ownerReply', ({ owner_reply: reply }) => reply ?? ''],
];

/** What a row of an incremental export said before, the newest first: what went is struck through, what came stands out. Nothing of any other. */
export function EarlierWords({ item }: { readonly item: Item }) {
  const words = useWords();
  const said = saidBy(item);
  if (said.length < 2) return null;
  return (
    <section className="earlier" aria-labelledby="earlier">
      <h3 id="earlier">{words.text('export.earlier')}</h3>
      <ol>
        {said
          .slice(1)
          .map((after, at) => <Step key={at} before={said[at] as Said} after={after} />)
          .toReversed()}
      </ol>
    </section>
  );
}

/** All that it said, the oldest first, and at last what it says now. */
function saidBy({ extra, title, text, rating, ownerReply }: Item): readonly Said[] {
  const { earlier } = extra;
  if (!Array.isArray(earlier)) return [];
  return [...(earlier as readonly Said[]), { title, text, rating, owner_reply: ownerReply?.text ?? null, since: null }];
}

function Step({ before, after }: { readonly before: Said; readonly after: Said }) {
  const words = useWords();
  const parts = PARTS.map(([name, read]) => ({ name, from: read(before, words), to: read(after, words) }));
  return (
    <li>
      <p className="quiet">
        {before.since === null ? words.text('export.saidBefore') : words.text('export.saidSince', { time: words.moment(before.since) })}
      </p>
      <dl>
        {parts
          .filter(({ from, to }) => from !== to)
          .map(({ name, from, to }) => (
            <div key={name}>
              <dt>{words.text(name)}</dt>
              <dd dir="auto">
                {wordRuns(from, to).map(({ fate, text }, at) => (
                  <Run key={at} fate={fate} text={text} />
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}

function Run({ fate, text }: ReturnType<typeof wordRuns>[number]) {
  if (fate === 'kept') return text;
  return fate === 'gone' ? <del>{text}</del> : <ins>{text}</ins>;
}
