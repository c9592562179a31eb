import { SAMPLE } from 'virtual:sample';
import { Button } from 'react-aria-components';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { useSample } from '#renderer/views/home/sample-links.tsx';

/** The first rows of a sample, as its export will have them. There is none until it is opened. */
export function SampleShown({ onStarted }: { readonly onStarted: () => void }) {
  const { text, number, day } = useWords();
  const { start, error, isPending } = useSample(onStarted);
  const title = text('welcome.sampleOf', { name: SAMPLE.platform });
  return (
    <section className="panel" aria-label={title}>
      <div className="sample-rows" role="group" tabIndex={0} aria-label={title}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {(['column.author', 'column.text', 'column.likes', 'column.date'] as const).map((column) => (
                <th key={column} scope="col">
                  {text(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SAMPLE.rows.map(({ author, text: said, likes, createdAt, isReply }, at) => (
              <tr key={at} className={isReply ? 'sample-reply' : ''}>
                <td>{author}</td>
                <td lang="en">{said}</td>
                <td className="number">{likes === null ? '' : number(likes)}</td>
                <td className="number">{createdAt === null ? '' : day(createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button className="button button-main" isDisabled={isPending} onPress={() => start(SAMPLE.url)}>
        {text('welcome.openSample')}
      </Button>
      {error !== null && <Problem error={error} />}
    </section>
  );
}
