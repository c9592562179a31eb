import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';

/** What every record of a sandbox export carries besides. */
export const SANDBOX_MARK = { _sandbox: true } as const;

/** The item with the names of existing readers after its own. */
export function exportedItem(item: Item): ExportedItem {
  return {
    ...item,
    message: item.text,
    author_name: item.author.name,
    username: item.author.username,
    profile_id: item.author.id,
    profile_url: item.author.url,
    replies_count: item.replyCount,
    created_at: item.createdAt,
    timestamp: item.createdAt === null ? null : Math.floor(Date.parse(item.createdAt) / 1000),
    permalink: item.url,
    ...sentimentOf(item),
  };
}

/** Left out where nothing was judged. */
function sentimentOf({ extra }: Item): Pick<ExportedItem, 'sentiment' | 'sentiment_score'> {
  const { sentiment, sentimentScore } = extra;
  if (typeof sentiment !== 'string') return {};
  return { sentiment: sentiment as Sentiment, sentiment_score: typeof sentimentScore === 'number' ? sentimentScore : null };
}
