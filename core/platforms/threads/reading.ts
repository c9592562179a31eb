// Lists of threads as pages and answers hold them, and the accounts that pages are about.
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { nearest, shallowest } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { accountSchema, listSchemas, type WireAccount, type WirePost } from '#core/platforms/threads/wire.ts';
import type { pageInfoSchema } from '#core/platform-kit/families/meta/posts.ts';
import { checked } from '#core/platform-kit/checked.ts';
import type { z } from 'zod';

/** `chains`: each post answers the one before it. A post that is missing altogether is left out. */
export interface ThreadList {
  readonly chains: readonly (readonly WirePost[])[];
  /** How many there are besides that could not be read. */
  readonly odd: number;
  readonly info: z.output<typeof pageInfoSchema> | null | undefined;
}

type Holder = Readonly<Record<string, unknown>>;

/** Which form a list has, by where its threads stand. */
const FORMS: readonly ((holder: Holder) => boolean)[] = [
  ({ edges }) => Array.isArray(edges) && edges.some((edge) => hasThread((edge as Holder | null)?.['node'])),
  ({ containing_thread: thread }) => hasThread(thread),
  ({ threads }) => Array.isArray(threads) && threads.some(hasThread),
];
/** Of the account of the page; elsewhere the same name stands for who is logged in. */
const ID_IN_PAGE = /"props":\{[^{}]*"user_id":"(\d+)"/;

/** The list in the script of a page that holds most threads; null where none holds any. @throws PlatformChanged for one of another form */
export function listIn(html: string): ThreadList | null {
  const scripts = jsonScriptsOf(html, '"thread_items"').map((script) => ({ script, threads: threadsIn(script) }));
  const fullest = scripts.toSorted((one, other) => other.threads - one.threads)[0];
  return fullest === undefined ? null : nearestList(fullest.script);
}

/** The list that lies nearest to the root; null where there is none. @throws PlatformChanged */
export function nearestList(root: unknown): ThreadList | null {
  const holder = nearest(root, (value) => formOf(value) >= 0);
  const form = formOf(holder);
  const schema = listSchemas[form];
  if (holder === undefined || schema === undefined) return null;
  const { threads, odd, info } = readWire(schema, holder, 'threads');
  return { chains: threads.map(({ thread_items: items }) => items.flatMap(({ post }) => post ?? [])), odd, info };
}

/** The account that a page is about; null where it does not say. */
export function accountIn(html: string, username: string): WireAccount | null {
  for (const script of jsonScriptsOf(html, '"username"')) {
    const found = shallowest(script, 'user', (value) => isNamed(value, username));
    if (found !== undefined) return readWire(accountSchema, found, 'user');
  }
  const id = ID_IN_PAGE.exec(html)?.[1];
  return id === undefined ? null : { pk: id };
}

function formOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return -1;
  return FORMS.findIndex((isForm) => isForm(value as Holder));
}

function hasThread(node: unknown): boolean {
  return typeof node === 'object' && node !== null && Array.isArray((node as Holder)['thread_items']);
}

function isNamed(value: unknown, username: string): boolean {
  const read = checked(accountSchema, value);
  return read.success && read.data.username?.toLowerCase() === username.toLowerCase() && Boolean(read.data.pk ?? read.data.id);
}

function threadsIn(script: unknown): number {
  return JSON.stringify(script).split('"thread_items"').length;
}
