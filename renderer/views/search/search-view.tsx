import '#renderer/design/search.css';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { call, type CallError, type Output } from '#renderer/client/call.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { useSettled } from '#renderer/client/use-settled.ts';
import { jobName } from '#renderer/components/job-name.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { choose, linkTo, useChosenText } from '#renderer/shell/place.ts';
import { Highlighted } from '#renderer/views/search/highlighted.tsx';

type Page = Output<'exports.everywhere'>;
type FoundExport = Page['exports'][number];
type FoundRow = FoundExport['results'][number];

const PAGE_EXPORTS = 20;
/** What is typed is looked for once the typing rests. */
const SETTLED_MS = 150;
/** While words of exports are being read. */
const AGAIN_MS = 1_000;
const MOST_LETTERS = 220;

/** One field over the texts of all exports. */
export function SearchView() {
  const { text, late } = useLateWords('search');
  const [typed] = useChosenText('q');
  const found = useFound(useSettled(typed.trim(), SETTLED_MS));
  const pages = found.data?.pages ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = found;
  // A search that takes long comes in parts: one that holds little is followed by the next one at once.
  const isShort = hasNextPage && pages.reduce((sum, { exports }) => sum + exports.length, 0) < PAGE_EXPORTS * pages.length && !isFetching;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return (
    <div className="view search-all">
      <h1>{text('nav.searchAll')}</h1>
      <p className="quiet">{late('search.lead')}</p>
      <SearchField className="field" value={typed} onChange={(q) => choose({ q: q === '' ? null : q })} autoFocus>
        <Label className="label">{late('search.field')}</Label>
        <Input className="control search-all-field" spellCheck={false} autoComplete="off" />
        <p className="meaning">{late('search.hint')}</p>
      </SearchField>
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      <Standing pages={pages} hasMore={hasNextPage} isAsked={typed.trim() !== ''} />
      <ul className="search-exports" aria-label={late('search.results')} aria-busy={found.isPlaceholderData}>
        {found.data?.pages
          .flatMap(({ exports }) => exports)
          .map((one) => (
            <ExportFound key={one.guid} found={one} query={typed.trim()} />
          ))}
      </ul>
      {hasNextPage && (
        <Button className="button" onPress={() => void fetchNextPage()} isDisabled={found.isFetchingNextPage}>
          {late('search.more')}
        </Button>
      )}
    </div>
  );
}

/** What is found stays until what is found next takes its place. */
function useFound(q: string) {
  return useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: ['exports.everywhere', q],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'exports.everywhere',
        { ...(q === '' ? {} : { q }), limit: PAGE_EXPORTS, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.pages[0]?.pending ?? 0) > 0 ? AGAIN_MS : false),
  });
}

interface StandingParts {
  readonly pages: readonly Page[];
  readonly hasMore: boolean;
  readonly isAsked: boolean;
}

/** How much was found, and what is still to be looked at. */
function Standing({ pages, hasMore, isAsked }: StandingParts) {
  const { late } = useLateWords('search');
  const [first] = pages;
  const count = pages.reduce((sum, { exports }) => sum + exports.length, 0);
  const { searched = 0, pending = 0 } = first ?? {};
  return (
    <div role="status">
      {isAsked && first !== undefined && (
        <p>{count === 0 ? late('search.none', { searched }) : late(hasMore ? 'search.foundMore' : 'search.found', { count, searched })}</p>
      )}
      {pending > 0 && <p className="quiet">{late('search.pending', { count: pending })}</p>}
    </div>
  );
}

function ExportFound({ found, query }: { readonly found: FoundExport; readonly query: string }) {
  const { text, late, moment, number } = useLateWords('search');
  const platform = usePlatformName(found.platform);
  const { guid, items_in_export: items, results } = found;
  const count = `${number(found.total)}${found.total_is_exact ? '' : '+'}`;
  const place = `${linkTo({ view: 'export', guid })}?${new URLSearchParams({ q: query }).toString()}`;
  return (
    <li className="search-export">
      <h2 className="clipped">
        <a href={place}>{jobName(found)}</a>
      </h2>
      <p className="quiet">
        {platform} · {text(`type.${found.export_type}`)} · {moment(found.created_at)} · {late('search.total', { count, items })}
      </p>
      <ul>
        {results.map((row, at) => (
          <RowFound key={row.row} found={row} href={`${place}&row=${row.row}&at=${at}`} />
        ))}
      </ul>
      {found.total > results.length && <a href={place}>{late('search.all', { count })}</a>}
    </li>
  );
}

function RowFound({ found: { item, highlights }, href }: { readonly found: FoundRow; readonly href: string }) {
  const { late, day } = useLateWords('search');
  const { author, title, text, createdAt } = item;
  const name = author.name ?? author.username;
  return (
    <li>
      <a className="search-row" href={href}>
        <span className="quiet">
          <bdi>
            {name === null ? (
              late('search.nobody')
            ) : (
              <Highlighted text={name} ranges={author.name === null ? highlights.username : highlights.name} most={MOST_LETTERS} />
            )}
          </bdi>
          {createdAt !== null && ` · ${day(createdAt)}`}
        </span>
        {title !== null && (
          <strong dir="auto">
            <Highlighted text={title} ranges={highlights.title} most={MOST_LETTERS} />
          </strong>
        )}
        {text !== null && (
          <span dir="auto">
            <Highlighted text={text} ranges={highlights.text} most={MOST_LETTERS} />
          </span>
        )}
      </a>
    </li>
  );
}
