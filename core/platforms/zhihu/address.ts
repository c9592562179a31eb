import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

export type Kind = 'question' | 'answer' | 'article' | 'pin' | 'zvideo' | 'person';

const HOSTS: ReadonlySet<string> = new Set(['zhihu.com', 'm.zhihu.com']);
const ARTICLES = 'zhuanlan.zhihu.com';
const ID = /^\d{4,20}$/;
const TOKEN = /^[\w.-]{1,100}$/;
const TABS: ReadonlySet<string> = new Set(['', 'answers', 'posts', 'pins', 'followers', 'following', 'activities']);
/** Lists of a question's answers. */
const ORDERS: ReadonlySet<string> = new Set(['', 'updated', 'created']);

/** What an address names. An answer is one also where its question stands before it. */
export function placeAt({ protocol, host, segments }: PastedUrl): NamedPlace<Kind> | null {
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = '', third = '', fourth = '', ...rest] = segments;
  if (host === ARTICLES)
    return first === 'p' && ID.test(second) && segments.length === 2 ? { kind: 'article', params: { id: second } } : null;
  if (!HOSTS.has(host) || rest.length > 0) return null;
  if (first === 'people' || first === 'org') {
    const isPerson = TOKEN.test(second) && segments.length <= 3 && TABS.has(third);
    return isPerson ? { kind: 'person', params: { token: second, as: first } } : null;
  }
  if (!ID.test(second)) return null;
  if (first === 'question' && third === 'answer' && ID.test(fourth)) return { kind: 'answer', params: { id: fourth, question: second } };
  if (first === 'question' && (third === '' || (third === 'answers' && ORDERS.has(fourth))))
    return { kind: 'question', params: { id: second } };
  if (segments.length !== 2) return null;
  return first === 'answer' || first === 'pin' || first === 'zvideo' ? { kind: first, params: { id: second } } : null;
}

/** The page that shows it: what is asked for is asked from there. */
export function pageOf(kind: Kind, { id = '', question, token = '', as = 'people' }: NamedPlace<Kind>['params']): string {
  if (kind === 'person') return `https://www.zhihu.com/${as}/${token}`;
  if (kind === 'article') return `https://${ARTICLES}/p/${id}`;
  return question === undefined ? `https://www.zhihu.com/${kind}/${id}` : `https://www.zhihu.com/question/${question}/answer/${id}`;
}
