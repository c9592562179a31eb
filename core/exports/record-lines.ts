import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { ExportFile } from '#core/exports/files.ts';
import { openFile } from '#core/exports/open-file.ts';

/**
 * The records of a file of JSON lines that our writer made, one after the other.
 * @throws CommentdockError as `openFile`
 */
export async function* recordsOf(ask: () => Promise<ExportFile>): AsyncGenerator<ExportedItem> {
  const { handle } = await openFile(await ask(), ask);
  await using _closing = handle;
  const decoder = new TextDecoder();
  // Not by readline: to it the line separators of Unicode, which texts may hold as they are, end a line too.
  let parts: string[] = [];
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    const [first = '', ...further] = decoder.decode(chunk as Uint8Array, { stream: true }).split('\n');
    parts.push(first);
    for (const line of further) {
      yield JSON.parse(parts.join('')) as ExportedItem;
      parts = [line];
    }
  }
}
