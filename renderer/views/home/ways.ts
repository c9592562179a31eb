import { useQuery } from '@tanstack/react-query';
import { useWhole } from '#renderer/client/all-pages.ts';
import { type DetectedUrl, readOf } from '#renderer/client/queries.ts';

/** What of the owner's an export may go through, as whom, and how its files may be. */
export interface Ways {
  readonly routes: readonly string[];
  readonly pools: readonly { readonly id: string; readonly name: string }[];
  /** Those of the platforms of these addresses. */
  readonly accounts: readonly {
    readonly platform: string;
    readonly name: string;
    /** It goes along where nobody chooses. */
    readonly isUsual: boolean;
  }[];
  readonly presets: readonly string[];
}

/** What there is to choose from. Empty as long as it is not known, and where one may not know it. */
export function useWays(found: readonly DetectedUrl[]): Ways {
  const { data: routes = [] } = useWhole('routes.list');
  const { data: pools = [] } = useWhole('pools.list');
  const { data: accounts = [] } = useQuery(readOf('accounts.list', {}));
  const { data: presets = [] } = useQuery(readOf('presets.list', {}));
  return {
    routes: routes.map(({ name }) => name),
    pools: pools.map(({ uuid, name }) => ({ id: uuid, name })),
    accounts: accounts
      .filter(({ platform }) => found.some(({ id }) => id === platform))
      .map((account) => ({ platform: account.platform, name: account.name, isUsual: account.is_default })),
    presets: presets.map(({ name }) => name),
  };
}
