import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import type { Page } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { askGraph, askRest, SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import { moreSteps, unlessGone } from '#core/platforms/linkedin/rendered.ts';
import { renderedPosts } from '#core/platforms/linkedin/rendered-posts.ts';
import { activityOf, postItem, updateOf } from '#core/platforms/linkedin/updates.ts';
import { encoded, untold } from '#core/platforms/linkedin/voyage.ts';
import { memberSchema } from '#core/platforms/linkedin/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `member`: their urn, null until it is known or where a door does without. `door`: the one that opened, null until one has. */
export type PostsCursor = {
  readonly list: 'posts';
  readonly of: 'person' | 'company';
  readonly name: string;
  readonly member: string | null;
  readonly door: Door | null;
  readonly start: number;
  readonly token: string | null;
  /** Set where the calls are gone and the page is read instead: how often its list is made longer before. */
  readonly rendered?: number;
};
type Door = 'call' | 'address';
interface Opened {
  readonly door: Door;
  readonly member: string | null;
  readonly voyage: Voyage;
}

const PER_PAGE = 50;
/** The older address of a person's posts answers nobody since March 2026. */
const DOORS: Readonly<Record<PostsCursor['of'], readonly [Door, ...Door[]]>> = { person: ['call'], company: ['address', 'call'] };
const DOOR_NAMES: Readonly<Record<Door, string>> = { call: 'web API', address: 'older web API' };
const MODULE = 'ORGANIZATION_MEMBER_FEED_DESKTOP';
/** People may be named by their id instead of a name of their choice. */
const PERSON_ID = /^ACoA[\w-]{20,}$/;
const COMPANY_ID = /^\d+$/;
const URN_END = /(?<!\d)(\d+)$/;

/** What a person or a company posted, and what they reposted. */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  if (session.cookie(SITE, 'li_at') === null) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (cursor.rendered !== undefined) return shownPosts(cursor, session);
  const calls = postsByCall(cursor, session);
  return cursor.door === null ? unlessGone(calls, () => shownPosts(cursor, session)) : calls;
}

/** As the page of the person or the company shows them. */
async function shownPosts(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const steps = cursor.rendered ?? 0;
  const items = await renderedPosts(pathOf(cursor), steps, session);
  const further = moreSteps(steps);
  // A page that shows no more than before it was scrolled ends its list.
  return { items, next: further === null ? [] : [{ cursor: { ...cursor, rendered: further }, role: 'page' }], door: 'rendered page' };
}

function pathOf({ of, name }: PostsCursor): string {
  return of === 'person' ? `/in/${percentEncoded(name)}/recent-activity/all/` : `/company/${percentEncoded(name)}/posts/`;
}

async function postsByCall(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const { door, member, voyage } = cursor.door === null ? await firstOpen(cursor, session) : await open(cursor, cursor.door, session);
  const read = readRows(voyage.urns, '*elements', (urn) => updateOf(urn, voyage));
  const found = read.filter((update) => update !== null);
  const items = readRows(found, 'updates', (update) => {
    const activity = activityOf(update);
    return activity === null ? [] : [postItem(update, activity, voyage)];
  }).flat();
  const start = cursor.start + voyage.urns.length;
  return {
    items,
    gaps: untold(read.length - found.length),
    next:
      voyage.urns.length === 0 || voyage.token === null || voyage.token === cursor.token
        ? []
        : [{ cursor: { ...cursor, door, member, start, token: voyage.token }, role: 'page' }],
    door: DOOR_NAMES[door],
  };
}

/** The second door is tried where the first is gone, or does not know the name. @throws what the second says, or the first where that tells more */
async function firstOpen(cursor: PostsCursor, session: Session): Promise<Opened> {
  const [first, second] = DOORS[cursor.of];
  const opened = await orShut(open(cursor, first, session));
  if (!(opened instanceof CommentdockError)) return opened;
  if (second === undefined || (!(opened instanceof PlatformChanged) && opened.code !== 'NOT_FOUND')) throw opened;
  const other = await orShut(open(cursor, second, session));
  if (other instanceof CommentdockError) throw tellingOf(opened, other);
  return other;
}

async function open(cursor: PostsCursor, door: Door, session: Session): Promise<Opened> {
  const member = cursor.member ?? (door === 'address' ? null : await memberOf(cursor, session));
  const voyage = door === 'call' ? await byCall(cursor, member, session) : await byAddress(cursor, session);
  return { door, member, voyage };
}

function byCall(cursor: PostsCursor, member: string | null, session: Session): Promise<Voyage> {
  const { of, start, token } = cursor;
  const whose =
    of === 'person' ? `profileUrn:${encoded(member ?? '')}` : `moduleKey:${MODULE},organizationalPageUrn:${encoded(member ?? '')}`;
  const onward = token === null ? '' : `,paginationToken:${encoded(token)}`;
  const call = of === 'person' ? 'personPosts' : 'companyPosts';
  return askGraph(session, call, `(count:${PER_PAGE},start:${start},${whose}${onward})`, pathOf(cursor));
}

/** Of companies alone. */
function byAddress({ name, start, token }: PostsCursor, session: Session): Promise<Voyage> {
  const onward = `&count=${PER_PAGE}&start=${start}${token === null ? '' : `&paginationToken=${encoded(token)}`}`;
  return askRest(
    session,
    `organization/updatesV2?companyIdOrUniversalName=${encoded(name)}&moduleKey=${MODULE}&q=companyRelevanceFeed${onward}`,
  );
}

/** The urn by which LinkedIn knows the owner of a name. @throws PlatformRefusal NOT_FOUND */
async function memberOf({ of, name }: PostsCursor, session: Session): Promise<string> {
  if (of === 'person') {
    if (PERSON_ID.test(name)) return `urn:li:fsd_profile:${name}`;
    const voyage = await askRest(session, `identity/dash/profiles?q=memberIdentity&memberIdentity=${encoded(name)}`);
    const urn = voyage.urns[0] ?? urnOfNamed(voyage, name);
    if (urn === null) throw new PlatformRefusal('NOT_FOUND');
    return urn;
  }
  if (COMPANY_ID.test(name)) return `urn:li:fsd_organizationalPage:${name}`;
  const decoration = 'com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12';
  const { urns } = await askRest(
    session,
    `organization/companies?decorationId=${decoration}&q=universalName&universalName=${encoded(name)}`,
  );
  const id = URN_END.exec(urns[0] ?? '')?.[1];
  if (id === undefined) throw new PlatformRefusal('NOT_FOUND');
  return `urn:li:fsd_organizationalPage:${id}`;
}

function urnOfNamed({ entities }: Voyage, name: string): string | null {
  for (const entity of entities.values()) {
    const member = checked(memberSchema, entity).data;
    if (member?.publicIdentifier?.toLowerCase() === name.toLowerCase() && member.entityUrn?.startsWith('urn:li:fsd_profile:'))
      return member.entityUrn;
  }
  return null;
}
