// The first items of a URL, as they are stored: node examples/items.ts <url>
import { exportUrl } from 'commentdock';

const [url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'] = process.argv.slice(2);

const items = exportUrl(url, { options: { limit: 120, replies: true } });
for await (const { author, text, likes } of items) {
  console.log(`${author.name ?? author.username ?? 'somebody'} (${likes ?? 0}): ${text ?? ''}`);
}
console.log(items.ledger?.summary);
