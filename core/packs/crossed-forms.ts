// The form of what the code of a pack may give, once it is plain.
import { z } from 'zod';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import { itemSchema } from '#core/contract/item.ts';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';

const text = z.string().max(10_000);
const url = z.string().max(100_000);
const words = z.record(z.string(), z.string());
const count = z.number().min(0);
const timeoutMs = count.max(120_000).exactOptional();
const accept = z.union([z.array(z.int()).max(600), z.literal('any')]).exactOptional();
const tries = z.enum(['general', 'once']).exactOptional();
const leads = z.literal('anywhere').exactOptional();
const json = z.json();

const placeForm = z.strictObject({
  url,
  leads,
  ready: z.strictObject({ global: text.exactOptional(), selector: text.exactOptional(), timeoutMs }).exactOptional(),
  accept,
});

export const requestForm = z.strictObject({
  url,
  method: z.enum(['GET', 'POST']).exactOptional(),
  headers: words.exactOptional(),
  query: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  json: json.exactOptional(),
  form: words.exactOptional(),
  body: z.string().exactOptional(),
  redirect: z.enum(['follow', 'manual']).exactOptional(),
  withoutCookies: z.literal(true).exactOptional(),
  leads,
  tries,
  listenForMs: count.max(15_000).exactOptional(),
  accept,
});

export const inPageForm = requestForm.omit({ redirect: true }).extend({ page: placeForm.exactOptional() });

const actionWait = { optional: z.union([z.literal(true), z.literal('untilEnd')]).exactOptional(), timeoutMs };
const actionForm = z.union([
  z.strictObject({ click: text, ...actionWait }),
  z.strictObject({ waitFor: text, ...actionWait }),
  z.strictObject({ reveal: text, ...actionWait }),
]);

export const navigationForm = placeForm.extend({ actions: z.array(actionForm).max(1_000).exactOptional(), tries });
export const pageRequestForm = navigationForm.extend({ globals: z.array(text).max(100).exactOptional() });

export const answerMatchForm = z.strictObject({
  url: z.union([text, z.array(text).max(100)]),
  method: z.enum(['GET', 'POST']).exactOptional(),
  types: z.array(z.enum(['document', 'xhr', 'fetch', 'script'])).exactOptional(),
  body: text.exactOptional(),
  count: z.int().min(1).max(10_000).exactOptional(),
  timeoutMs,
  accept,
});

export const scrollingForm = z.strictObject({
  skip: count.exactOptional(),
  container: text.exactOptional(),
  quietMs: count.max(120_000).exactOptional(),
});

export const messageForm = z.union([z.string(), z.instanceof(Uint8Array)]);

export const lineRequestForm = z.strictObject({
  url,
  headers: words.exactOptional(),
  greeting: z.array(messageForm).max(100).exactOptional(),
  heartbeat: z.strictObject({ message: messageForm, everyMs: z.number().min(1_000) }).exactOptional(),
  listenForMs: count.max(60_000),
  tries,
});

const nextForm = z.strictObject({
  cursor: json,
  role: z.enum(['page', 'replies', 'list']),
  under: z.string().exactOptional(),
  expect: count.exactOptional(),
  optional: z.literal(true).exactOptional(),
  afterMs: count.exactOptional(),
});

export const startForm = z.array(nextForm).max(PAGE_CEILING.rowsAndRequests);

const gapForm = z.strictObject({
  cause: z.enum(GAP_CAUSES),
  count,
  note: z.string().exactOptional(),
  row: z.string().exactOptional(),
});

export const pageForm = z.strictObject({
  items: z.array(itemSchema.strict()),
  next: z.array(nextForm).exactOptional(),
  total: count.nullable().exactOptional(),
  gaps: z.array(gapForm).exactOptional(),
  notes: z.array(z.string()).exactOptional(),
  about: z.strictObject({ title: z.string().nullable() }).exactOptional(),
  door: text.exactOptional(),
  dateOrder: z.enum(['newestFirst', 'oldestFirst']).exactOptional(),
  mayRepeat: z.boolean().exactOptional(),
  leadsOn: z.boolean().exactOptional(),
});

export const claimsForm = z.array(z.strictObject({ target: text, params: z.record(z.string(), z.string()) })).max(100);
export const hostsForm = z.array(text).max(1_000);

const expressionForm = z.strictObject({ source: text, flags: z.string().max(10) });
const signOf = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({
    kind: z.enum(['challenge', 'block', 'login', 'consent', 'country', 'age']),
    by: text,
    source: text,
    ...shape,
  });
const host = expressionForm.exactOptional();
const signs = <S extends z.ZodType>(sign: S) => z.array(sign).max(1_000).exactOptional();

/** `SiteWalls`, its expressions as they cross. */
const wallsForm = z.strictObject({
  addresses: signs(signOf({ host, path: expressionForm.exactOptional() })),
  bodies: signs(
    signOf({
      in: z.enum(['markup', 'words', 'title', 'json']),
      mark: expressionForm,
      status: z.enum(['refusing', 'any']).exactOptional(),
      host,
    }),
  ),
  headers: signs(signOf({ header: text, value: expressionForm, statuses: z.array(z.int()).exactOptional() })),
  statuses: signs(signOf({ statuses: z.array(z.int()), host })),
});

/** `OwnData` without its facts, which are those of the manifest. */
export const ownForm = z.strictObject({
  facts: z.unknown(),
  hosts: z.array(z.string().regex(/^\.?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{2,5})?$/)).max(200),
  staticHosts: z.array(text).max(200).exactOptional(),
  walls: wallsForm.exactOptional(),
});
