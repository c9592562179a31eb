import { useQuery } from '@tanstack/react-query';
import { readOf } from '#renderer/client/queries.ts';

/** The name of a platform, its id until it is known. */
export function usePlatformName(id: string): string {
  const { data = [] } = useQuery(readOf('platforms.list', {}));
  return data.find((platform) => platform.id === id)?.name ?? id;
}
