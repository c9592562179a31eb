import { call, type Output } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';
import { saveBlob } from '#renderer/components/save-file.ts';

/** The most that the operation gives at once. */
const AT_ONCE = 2_000;

/** Saves the rows that an export has so far, in their order: those before which none can come any more. Gives how many. @throws CallError */
export async function saveRowsSoFar({ guid }: Pick<Job, 'guid'>, name: string): Promise<number> {
  const lines: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Output<'exports.rows'> = await call('exports.rows', {
      guid,
      limit: AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const item of page.items) lines.push(JSON.stringify(item));
    cursor = page.next_cursor;
    if (page.items.length === 0 || page.is_complete) break;
  }
  saveBlob(new Blob([`[\n${lines.join(',\n')}\n]\n`], { type: 'application/json' }), `${name}.json`);
  return lines.length;
}
