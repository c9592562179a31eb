import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { flatItem, flatRecordSchema } from '#core/platforms/google_reviews/flat-record.ts';
import { recordItem, recordSchema } from '#core/platforms/google_reviews/record.ts';
import { isGuarded, readGuarded, slot } from '#core/platform-kit/batchexecute.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { CONSENT, leadsToSorry } from '#core/platform-kit/google.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** A place, the order of its reviews, and where in them a page begins. */
export interface Question {
  readonly feature: string;
  /** As Google numbers them: 1 relevance, 2 newest, 3 highest, 4 lowest. */
  readonly sort: number;
  /** Empty: the first page. */
  readonly token: string;
}

/** What a door gave. `token`: of the next page, null at the end. */
export interface Given {
  readonly items: readonly Item[];
  readonly token: string | null;
}

const ORIGIN = 'https://www.google.com';
const SEARCH_PAGE_SIZE = 10;
const MAP_PAGE_SIZE = 20;
/** Stands where the map sends the number of its own visit, which nothing is checked against. */
const VISIT = 'A'.repeat(21);
const STATE = /window\.APP_INITIALIZATION_STATE\s*=\s*/;
/** In the part of it that describes a place: the place, the first reviews, how many there are. */
const PLACE = 6;
const EMBEDDED_LIST = [PLACE, 175, 9, 0, 0];
const EMBEDDED_TOTAL = [PLACE, 4, 8];
/** Where Google leads those whose place is gone. */
const BARE_MAP = /^\/maps\/?(?:@|$)/;

const tokenSchema = z.string().nullish();
const flatListSchema = rowsOf(flatRecordSchema);
/** The record stands in an array of its own, with what belongs to the list. */
const listSchema = z.preprocess(
  (list) => (Array.isArray(list) ? list.map((entry) => slot(entry, 0)) : list),
  rowsOf(recordSchema).nullish(),
);
const embeddedSchema = z.preprocess(
  (list) => (Array.isArray(list) ? list.map((entry) => (typeof slot(entry, 0) === 'string' ? entry : slot(entry, 0))) : list),
  rowsOf(recordSchema),
);

/** The call of the search page, open to everybody. @throws CommentdockError */
export async function askSearch(session: Session, { feature, sort, token }: Question): Promise<Given> {
  const aspects = [1, 1, null, [[3], [4], [5], [6], [7]]];
  const args = argumentsOf(24, { 1: sort, 9: SEARCH_PAGE_SIZE, 11: [feature], 16: aspects, 19: token, 23: 0 });
  const payload = [null, argumentsOf(10, { 9: args })];
  const answer = await ask(
    session,
    `${ORIGIN}/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy?msc=gwsrpc&hl=en&reqpld=${percentEncoded(JSON.stringify(payload))}`,
  );
  const body = readGuarded(answer.text, '$');
  const list = readWire(flatListSchema, slot(body, 1, 10, 2), '1.10.2');
  return { items: readRows(list, 'list', flatItem), token: nextToken(slot(body, 1, 10, 6), '1.10.6', token, list) };
}

/** The call of the map: the richest records; visitors may be shown a few only. @throws CommentdockError */
export async function askMap(session: Session, { feature, sort, token }: Question): Promise<Given> {
  const pb = `!1m6!1s${feature}!6m4!4m1!1e1!4m1!1e3!2m2!1i${MAP_PAGE_SIZE}!2s${percentEncoded(token)}!5m2!1s${VISIT}!7e81!8m9!2b1!3b1!5b1!7b1!12m4!1b1!2b1!4m1!1e1!11m0!13m1!1e${sort}`;
  const answer = await ask(session, `${ORIGIN}/maps/rpc/listugcposts?authuser=0&hl=en&gl=us&pb=${pb}`);
  const body = readGuarded(answer.text, '$');
  if (!Array.isArray(body)) throw new PlatformChanged('$');
  const list = readWire(listSchema, slot(body, 2), '2') ?? [];
  return { items: readRows(list, 'list', recordItem), token: nextToken(slot(body, 1), '1', token, list) };
}

/** The few reviews that the page of a place embeds. @throws CommentdockError NOT_FOUND where it leads to a map without a place */
export async function askPage(session: Session, feature: string, page: string | null): Promise<Given> {
  const cid = BigInt(feature.slice(feature.indexOf(':') + 1)).toString();
  const url = page ?? `${ORIGIN}/maps?cid=${cid}&hl=en`;
  const answer = await session.fetch({ url, headers: CONSENT, accept: 'any' });
  if (answer.status !== 200) throw refusalOf(answer);
  if (answer.url !== url && BARE_MAP.test(new URL(answer.url).pathname)) throw placeGone();
  const payload = payloadIn(jsonBehind(answer.text, STATE));
  if (payload === undefined) throw new PlatformChanged('APP_INITIALIZATION_STATE');
  const list = readWire(embeddedSchema, slot(payload, ...EMBEDDED_LIST) ?? [], EMBEDDED_LIST.join('.'));
  if (list.length === 0 && Number(slot(payload, ...EMBEDDED_TOTAL) ?? 0) > 0) throw new PlatformChanged(EMBEDDED_LIST.join('.'));
  return { items: readRows(list, 'list', recordItem), token: null };
}

export function placeGone(): PlatformRefusal {
  return new PlatformRefusal('NOT_FOUND', 'Google Maps has no place under this address. Check that it opens in a browser.');
}

/** An array of positions, null where none is given. */
function argumentsOf(length: number, given: Readonly<Record<number, unknown>>): unknown[] {
  return Array.from({ length }, (_, index) => given[index] ?? null);
}

async function ask(session: Session, url: string): Promise<Answer> {
  const answer = await session.fetch({ url, redirect: 'manual', accept: 'any' });
  if (isRedirect(answer.status)) throw new PlatformRefusal(leadsToSorry(answer) ? 'CAPTCHA' : 'BLOCKED');
  if (answer.status !== 200) throw refusalOf(answer);
  return answer;
}

/** No token, no reviews and the same token again end the list. */
function nextToken(given: unknown, at: string, former: string, list: readonly unknown[]): string | null {
  const token = readWire(tokenSchema, given, at) ?? '';
  return token === '' || token === former || list.length === 0 ? null : token;
}

/** Of the parts of the page's state the one that describes the place: JSON within a text, guarded as an answer is. */
function payloadIn(state: unknown): unknown {
  const texts = valuesIn(slot(state, 3)).flatMap((part) => (typeof part === 'string' ? [part] : valuesIn(part)));
  const payloads = texts.flatMap((text) =>
    typeof text === 'string' && isGuarded(text) ? [readGuarded(text, 'APP_INITIALIZATION_STATE.3')] : [],
  );
  return (
    payloads.find((payload) => slot(payload, ...EMBEDDED_LIST) !== undefined) ??
    payloads.find((payload) => slot(payload, PLACE) !== undefined)
  );
}

function valuesIn(part: unknown): readonly unknown[] {
  return typeof part === 'object' && part !== null ? Object.values(part) : [];
}
