import type { Output } from '#renderer/client/call.ts';
import type { Words } from '#renderer/messages/use-messages.ts';

export type Platform = Output<'platforms.list'>[number];
export type Standing = Output<'platforms.checks'>['platforms'][number];
export type Outcome = NonNullable<Standing['last_check']>['outcome'];

/** What the last check came to, as one chooses by it. */
export const STATES = ['all', 'works', 'needs', 'fails', 'unchecked'] as const;
type State = (typeof STATES)[number];

export const CATEGORIES = ['all', 'social', 'video', 'audio', 'forum', 'shop', 'reviews', 'apps', 'search'] as const;
type Category = (typeof CATEGORIES)[number];

const STATE_OF: Readonly<Record<Outcome, State>> = {
  works: 'works',
  needs_login: 'needs',
  needs_you: 'needs',
  refuses: 'fails',
  changed: 'fails',
  unreachable: 'fails',
};

/** What is looked for. */
export interface PlatformChoice {
  readonly typed: string;
  readonly state: State;
  readonly category: Category;
}

/** Whether a platform is among those that were asked for: by its names, its addresses or what it gives, in the reader's words too. */
export function isShown(
  { platform, standing }: { readonly platform: Platform; readonly standing: Standing },
  choice: PlatformChoice,
  { text }: Pick<Words, 'text'>,
): boolean {
  const { id, name, description, url_patterns: patterns, export_types: types, category } = platform;
  const wanted = choice.typed.trim().toLowerCase();
  const words = [id, name, description, ...patterns, ...types, ...types.map((type) => text(`type.${type}`))].join(' ').toLowerCase();
  const state = standing.last_check === null ? 'unchecked' : STATE_OF[standing.last_check.outcome];
  return (
    words.includes(wanted) &&
    (choice.state === 'all' || choice.state === state) &&
    (choice.category === 'all' || choice.category === category)
  );
}
