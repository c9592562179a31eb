// Several URLs side by side, a file for each; what fails is told, and the others go on: node examples/several.ts <folder> <url>...
import { join } from 'node:path';
import { openCommentdock } from 'commentdock';

const [folder = '.', ...urls] = process.argv.slice(2);

await using dock = await openCommentdock({ memory: true, settings: { gentle: 'on' }, onWarning: (words) => console.error(words) });
await Promise.all(
  urls.map(async (url, index) => {
    try {
      const run = await dock.export(url, { options: { limit: 1_000 }, signal: AbortSignal.timeout(600_000) });
      const { summary } = await run.finished();
      console.log(`${await run.save(join(folder, `${index + 1}.csv`))}: ${summary}`);
    } catch (error) {
      console.error(`${url}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }),
);
