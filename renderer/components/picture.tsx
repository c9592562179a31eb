import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callForFile, CallError, type Input } from '#renderer/client/call.ts';
import { type Job, readOf } from '#renderer/client/queries.ts';

type Pictured = Pick<Job, 'guid' | 'options'>;

/** The picture of the page of an export; `children`: what stands there where there is none. */
export function PagePicture({ job, children }: { readonly job: Pictured & Pick<Job, 'page_picture'>; readonly children: ReactNode }) {
  const data = usePicture(job, job.page_picture === undefined ? null : { guid: job.guid });
  return data === null ? children : <img className="round-picture" src={data} alt="" width="28" height="28" />;
}

/**
 * A picture as data, through the service: this window asks no other host. Null: there is none, or it was not fetched with the export and the owner
 * has not wished that it is now. @param wish null: none is wanted
 */
export function usePicture({ options }: Pictured, wish: Input<'exports.picture'> | null): string | null {
  const preferences = useQuery(readOf('preferences.get', {}));
  const mayBeThere = options.media !== undefined || preferences.data?.pictures === true;
  const { data = null } = useQuery<string | null, CallError>({
    queryKey: ['exports.picture', wish],
    enabled: wish !== null && mayBeThere,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const { blob } = await callForFile('exports.picture', wish ?? {});
      return dataOf(blob);
    },
  });
  return data;
}

function dataOf(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'));
  reader.readAsDataURL(blob);
  return promise;
}
