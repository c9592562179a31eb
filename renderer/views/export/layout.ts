import type { Input } from '#renderer/client/call.ts';
import { OWN_ZONE } from '#renderer/components/time-zone-field.tsx';
import type { TableWish } from '#renderer/views/export/table-wish.ts';

export type Layout = Input<'presets.save'>['layout'];
type Dialect = NonNullable<Layout['csv']>;

/** What the form of a layout holds, as it is typed. */
export interface LayoutDraft {
  /** Separated by commas; `Comment = Text` gives one another name. Empty: those that there are. */
  readonly columns: string;
  readonly filter: Layout['filter'];
  readonly split: 'none' | 'month' | 'rows';
  readonly rows: string;
  readonly name: string;
  readonly delimiter: NonNullable<Dialect['delimiter']>;
  readonly dates: NonNullable<Dialect['dates']>;
  readonly hasMark: boolean;
  /** The project whose names stand in it; empty: rows as they are. */
  readonly project: string;
  readonly grain: NonNullable<NonNullable<Layout['pseudonyms']>['dates']>;
  readonly hasTexts: boolean;
}

const FIRST_ROWS = '10000';

export function draftOf({ columns = [], filter, split, name = '', csv = {}, pseudonyms }: Layout): LayoutDraft {
  return {
    columns: columns.map((wish) => (typeof wish === 'string' ? wish : `${wish.column} = ${wish.as}`)).join(', '),
    filter,
    split: typeof split === 'number' ? 'rows' : (split ?? 'none'),
    rows: typeof split === 'number' ? String(split) : FIRST_ROWS,
    name,
    delimiter: csv.delimiter ?? ',',
    dates: csv.dates ?? 'iso',
    hasMark: csv.bom ?? true,
    project: pseudonyms?.project ?? '',
    grain: pseudonyms?.dates ?? 'exact',
    hasTexts: pseudonyms?.texts ?? true,
  };
}

export function layoutOf({ columns, filter, split, rows, name, delimiter, dates, hasMark, project, grain, hasTexts }: LayoutDraft): Layout {
  const wishes = columns.split(',').flatMap((text) => {
    const [column = '', as = ''] = text.split('=').map((part) => part.trim());
    return column === '' ? [] : [as === '' ? column : { column, as }];
  });
  const csv: Dialect = {
    ...(delimiter === ',' ? {} : { delimiter }),
    ...(hasMark ? {} : { bom: false }),
    ...(dates === 'iso' ? {} : { dates, timezone: OWN_ZONE }),
  };
  const pseudonyms = {
    project: project.trim(),
    ...(grain === 'exact' ? {} : { dates: grain }),
    ...(hasTexts ? {} : { texts: false }),
  };
  return {
    ...(wishes.length === 0 ? {} : { columns: wishes }),
    ...(filter === undefined ? {} : { filter }),
    ...(split === 'none' ? {} : { split: split === 'month' ? split : Number(rows) }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(Object.keys(csv).length === 0 ? {} : { csv }),
    ...(project.trim() === '' ? {} : { pseudonyms }),
  };
}

/** The rows that the table shows; undefined where it shows all. */
export function filterOf({ q, filters }: Pick<TableWish, 'q' | 'filters'>): Layout['filter'] {
  const {
    since,
    until,
    minRating,
    maxRating,
    tones,
    languages,
    hasMedia,
    hasReplies,
    changes,
    author,
    minDepth,
    maxDepth,
    isStarred,
    isNoted,
    tags,
  } = filters;
  const given = {
    q: q.trim(),
    min_timestamp: since,
    max_timestamp: until,
    min_rating: minRating,
    max_rating: maxRating,
    sentiment: tones,
    language: languages,
    has_media: hasMedia,
    has_replies: hasReplies,
    change: changes,
    author: author.trim(),
    min_depth: minDepth,
    max_depth: maxDepth,
    starred: isStarred,
    noted: isNoted,
    tag: tags,
  };
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  return said.length === 0 ? undefined : (Object.fromEntries(said) as Layout['filter']);
}
