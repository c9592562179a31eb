import { parseQuery } from '#core/analysis/search/query.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { type JobRecord, ownLayout } from '#core/contract/job-record.ts';
import { type Layout, type LayoutWish, layoutSchema, layoutWishSchema, sameLayout } from '#core/contract/layout.ts';
import type { ExportContext } from '#core/exports/context.ts';
import { ownerOf } from '#core/operations/context.ts';

/** A layout, as an operation is told it. */
export const layoutField = layoutWishSchema.nullish().meta({ description: 'A preset or a layout. Left out: as the export says.' });

/**
 * What a wish for a layout stands for: itself, JSON of one, or a preset of whoever asks.
 * @param field as callers call it
 * @throws CommentdockError INVALID_REQUEST naming the presets there are, or what does not fit
 */
export function settledLayout(wish: LayoutWish, { presets, caller }: Pick<ExportContext, 'presets' | 'caller'>, field = 'layout'): Layout {
  const layout = typeof wish !== 'string' ? wish : wish.startsWith('{') ? layoutOfText(wish, field) : null;
  if (layout !== null) return checkedLayout(layout, field);
  const owner = ownerOf(caller);
  const found = presets.find(String(wish), owner);
  if (found !== null) return found.layout;
  const names = presets.list(owner).map(({ name }) => name);
  const offer = names.length === 0 ? 'None is saved yet.' : `Choose one of: ${names.join(', ')}.`;
  throw new CommentdockError('INVALID_REQUEST', `\`${field}\`: there is no preset "${String(wish)}". ${offer}`);
}

/** What a schema cannot see. @throws CommentdockError INVALID_REQUEST */
export function checkedLayout(layout: Layout, field = 'layout'): Layout {
  const query = layout.filter?.q?.trim() ?? '';
  if (query !== '') parseQuery(query);
  const { min_timestamp: from = 0, max_timestamp: to = Infinity } = layout.filter ?? {};
  if (from <= to) return layout;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `\`${field}.filter\`: min_timestamp is later than max_timestamp, so nothing would be left.`,
  );
}

/** The layout of a file that is asked for; undefined: as the export's own. @throws CommentdockError as `settledLayout` */
export function layoutOfFile(
  wish: LayoutWish | null | undefined,
  job: JobRecord,
  context: Pick<ExportContext, 'presets' | 'caller'>,
): { readonly layout?: Layout } {
  if (wish === undefined || wish === null) return {};
  const layout = settledLayout(wish, context);
  return sameLayout(layout, ownLayout(job)) ? {} : { layout };
}

/** @throws CommentdockError INVALID_REQUEST */
function layoutOfText(text: string, field: string): Layout {
  const parsed = layoutSchema.safeParse(parsedJson(text, field));
  if (parsed.success) return parsed.data;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `\`${field}\`: ${explainIssues(parsed.error.issues, {})
      .map(({ message }) => message)
      .join(' ')}`,
  );
}

function parsedJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommentdockError('INVALID_REQUEST', `\`${field}\` begins as JSON and is none.`);
  }
}
