import { useQuery } from '@tanstack/react-query';
import { call, type CallError } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { bareAddress } from '#renderer/components/job-name.ts';
import { SiteIcon } from '#renderer/components/site-icon.tsx';
import { colourOf, lettersOf } from '#renderer/components/site-mark.ts';

/** Exports of one address that are looked through for a title: the newest ones. */
const LOOKED_THROUGH = 10;

/** What an address is: by its title and picture, where an export of it brought them; nothing is asked of its site. */
export function Subject({ url, found }: { readonly url: string; readonly found: DetectedUrl }) {
  const title = useTitle(url);
  const address = bareAddress(url);
  return (
    <>
      {title === null ? <SiteIcon platform={found.id} /> : <Initials title={title} url={url} />}
      <span className="address">
        {title !== null && (
          <strong className="clipped" dir="auto">
            {title}
          </strong>
        )}
        <span className="clipped" title={url}>
          <span className="platform">{found.name}</span> {address}
        </span>
      </span>
    </>
  );
}

/** Drawn here: the letters that the title begins with, in a round of a colour of the address's own. */
function Initials({ title, url }: { readonly title: string; readonly url: string }) {
  return (
    <svg className="site-icon" viewBox="0 0 28 28" width="28" height="28" aria-hidden>
      <circle cx="14" cy="14" r="14" fill={`var(--site-${colourOf(url)})`} />
      <text x="14" y="17.5" textAnchor="middle">
        {lettersOf(title)}
      </text>
    </svg>
  );
}

/** That of the newest export of this address that has one; null: none has. */
function useTitle(url: string): string | null {
  const address = bareAddress(url);
  const { data = null } = useQuery<string | null, CallError>({
    queryKey: ['subject', address],
    // An export may have ended since.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const jobs = await call('jobs.list', { q: address, page: 1, limit: LOOKED_THROUGH }, signal);
      const same = jobs.filter((job) => bareAddress(job.url) === address);
      return same.map(({ title, page_title: ofPage }) => title ?? ofPage).find((title) => title !== undefined) ?? null;
    },
  });
  return data;
}
