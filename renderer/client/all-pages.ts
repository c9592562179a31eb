import { useQuery } from '@tanstack/react-query';
import { call, type CallError, type Output } from '#renderer/client/call.ts';

/** The most that these operations give at once. */
const PAGE = 30;

type Listing = 'routes.list' | 'pools.list';

/** A whole list that comes in pages; for lists that a person keeps by hand. */
export function useWhole<N extends Listing>(name: N) {
  return useQuery<Output<N>, CallError>({
    queryKey: [name, 'all'],
    queryFn: async ({ signal }) => {
      const all: unknown[] = [];
      for (let page = 1; ; page += 1) {
        const some = await call(name, { page, limit: PAGE }, signal);
        all.push(...some);
        if (some.length < PAGE) return all as Output<N>;
      }
    },
  });
}
