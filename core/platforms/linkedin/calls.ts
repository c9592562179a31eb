import type { PersistedQuery } from '#core/platform-kit/persisted-query.ts';
import type { PageAction, Session } from '#core/platform-api/session.ts';

/** What is asked of LinkedIn by the id of a call. */
export type CallName = 'comments' | 'likes' | 'shares' | 'personPosts' | 'companyPosts';

interface Call {
  readonly title: string;
  readonly operation: string;
  /** Hashes seen, the newest first: they change with the site's releases. */
  readonly hashes: readonly [string, ...string[]];
  /** What has to be clicked on the page before it makes the call. */
  readonly click?: string;
}

/** `voyagerSocialDashComments.053c2a505a15e5561b6df67b905d056a` */
const FORM = /^voyager\w{1,80}\.\w{1,80}$/;
/** A page that makes the call does so as it loads. */
const CALL_MS = 10_000;

const CALLS: Readonly<Record<CallName, Call>> = {
  comments: {
    title: 'comments of LinkedIn',
    operation: 'voyagerSocialDashComments',
    hashes: ['053c2a505a15e5561b6df67b905d056a', 'afec6d88d7810d45548797a8dac4fb87', '95ed44bc87596acce7c460c70934d0ff'],
  },
  likes: {
    title: 'reactions of LinkedIn',
    operation: 'voyagerSocialDashReactions',
    hashes: ['9c8a84d441790b2edf06110ed28b675c', '41ebf31a9f4c4a84e35a49d5abc9010b'],
    click: 'button[data-reaction-details]',
  },
  shares: {
    title: 'reposts of LinkedIn',
    operation: 'voyagerFeedDashReshareFeed',
    hashes: ['dc56f7e6b303133b71fdbb584ec2a2a5', '47df8432a2f218e699221ed615e04842'],
    click: 'button[aria-label*="repost"]',
  },
  personPosts: {
    title: "a person's posts at LinkedIn",
    operation: 'voyagerFeedDashProfileUpdates',
    hashes: ['4af00b28d60ed0f1488018948daad822', '20c70fe0314184158516a7ec004c0408'],
  },
  companyPosts: {
    title: "a company's posts at LinkedIn",
    operation: 'voyagerFeedDashOrganizationalPageUpdates',
    hashes: ['827e11d165078dd7a5afaf1cba734121', '744a3e07d61411c4f05738f17d5059c3'],
  },
};

/** The ids of a call; where none of them is known any more, the one that the site's own page sends. @param page address of that page */
export function callOf(session: Session, name: CallName, page: string): PersistedQuery {
  const { title, operation, hashes, click } = CALLS[name];
  const [newest, ...older] = hashes.map((hash) => `${operation}.${hash}`) as [string, ...string[]];
  const actions: readonly PageAction[] = click === undefined ? [] : [{ click, optional: true }];
  return {
    title,
    known: [newest, ...older],
    form: FORM,
    page,
    async read() {
      const { answers } = await session.capture(
        { url: page, actions, accept: 'any' },
        { url: `www.linkedin.com/voyager/api/graphql?*${operation}.*`, method: 'GET', accept: 'any', timeoutMs: CALL_MS },
      );
      const sent = answers[0]?.request.url ?? '';
      return URL.canParse(sent) ? new URL(sent).searchParams.get('queryId') : null;
    },
  };
}
