// Stops an export, goes on with it at the next start, and leaves a workbook: node examples/go-on.ts <folder> <url>
import { CommentdockError, openCommentdock } from 'commentdock';

const [dataDir = 'comments', url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'] = process.argv.slice(2);
const authors = new Map<string, number>();

async function firstItems(most: number): Promise<string> {
  await using dock = await openCommentdock({ dataDir });
  const run = await dock.export(url);
  let left = most;
  try {
    for await (const { author } of run) {
      count(author.id);
      left -= 1;
      if (left === 0) await run.abort();
    }
  } catch (error) {
    // An export that was stopped says so, after the last item that it had.
    if (!(error instanceof CommentdockError) || error.code !== 'STOPPED') throw error;
  }
  console.log(`${run.guid} is ${run.state} with ${run.ledger.exported} items.`);
  return run.guid;
}

async function theRest(guid: string): Promise<void> {
  await using dock = await openCommentdock({ dataDir });
  const run = await dock.resume(guid);
  for await (const { author } of run) count(author.id);
  const { exported, summary } = run.ledger;
  console.log(`${exported} further ones. ${summary}`);
  console.log(await run.save(`${dataDir}/the-rest.xlsx`));
}

function count(author: string | null): void {
  if (author !== null) authors.set(author, (authors.get(author) ?? 0) + 1);
}

await theRest(await firstItems(50));
console.log(`${authors.size} people.`);
