import { useQuery } from '@tanstack/react-query';
import { call, type CallError } from '#renderer/client/call.ts';
import type { DetectedUrl, Job } from '#renderer/client/queries.ts';
import { bareAddress } from '#renderer/components/job-name.ts';
import { SiteIcon } from '#renderer/components/site-icon.tsx';
import { Initials } from '#renderer/components/initials.tsx';
import { PagePicture } from '#renderer/components/picture.tsx';

/** Exports of one address that are looked through for a title: the newest ones. */
const LOOKED_THROUGH = 10;

/** What an address is: by its title and picture, where an export of it brought them; nothing is asked of its site. */
export function Subject({ url, found }: { readonly url: string; readonly found: DetectedUrl }) {
  const known = useKnown(url);
  const title = known === null ? null : titleOf(known);
  const address = bareAddress(url);
  return (
    <>
      {known === null || title === null ? (
        <SiteIcon platform={found.id} />
      ) : (
        <PagePicture job={known}>
          <Initials name={title} seed={url} />
        </PagePicture>
      )}
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

/** The newest export of this address that has a title; null: none has. */
function useKnown(url: string): Job | null {
  const address = bareAddress(url);
  const { data = null } = useQuery<Job | null, CallError>({
    queryKey: ['subject', address],
    // An export may have ended since.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const jobs = await call('jobs.list', { q: address, page: 1, limit: LOOKED_THROUGH }, signal);
      return jobs.find((job) => bareAddress(job.url) === address && titleOf(job) !== null) ?? null;
    },
  });
  return data;
}

function titleOf({ title, page_title: ofPage }: Job): string | null {
  return title ?? ofPage ?? null;
}
