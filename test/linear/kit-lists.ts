// The functions of the kit that read lists and trees, or ask again and again.
import { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { slot } from '#core/platform-kit/batchexecute.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked, fits, ofKnownForm, rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { hex, madeUpId, tellApart } from '#core/platform-kit/hash.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { everyOf, nearest, shallowest, underscored } from '#core/platform-kit/json-tree.ts';
import { knock, orNothing, orShut } from '#core/platform-kit/knock.ts';
import { orLesser } from '#core/platform-kit/lesser-door.ts';
import { readEach, turnPage } from '#core/platform-kit/live-turn.ts';
import { addressesOf, mediaOf, picturesIn } from '#core/platform-kit/media.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';
import { noteOddRows, readingPage, readingPart, readRows, readRowsBelow, unreadable, unreadablePath } from '#core/platform-api/odd-rows.ts';
import { optionalAnswer, optionalText } from '#core/platform-kit/optional-answer.ts';
import { askByName, askOf, STALE } from '#core/platform-kit/persisted-query.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink, paramsOfShortLink, placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import { oneOf, readWire } from '#core/platform-kit/wire.ts';
import { childrenOf, parseXml, textOf } from '#core/platform-kit/xml.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { many, rows, type ShapesOf, text, texts } from '#test/linear/shapes.ts';

const URL = 'https://a.example/';
const rowSchema = z.object({ id: z.string(), replies: z.array(z.unknown()).nullish() });
const schema = z.object({ rows: z.array(rowSchema) });

const wide = (size: number) => ({ rows: many(size, (index) => ({ id: String(index) })) });
const deep = (size: number): unknown => JSON.parse(`${'{"rows":['.repeat(size)}{"id":"1"}${']}'.repeat(size)}`);
const rowsSchema = z.object({ rows: rowsOf(rowSchema.extend({ replies: rowsBelow(rowSchema).nullish() })) });
const someOdd = (size: number) => ({ rows: many(size, (index) => ({ id: index % 10 === 9 ? index : String(index) })) });
const oddBelow = (size: number) => ({ rows: many(size, (index) => ({ id: String(index), replies: index % 10 === 9 ? [{}] : [] })) });
/** While a page is read. */
const reading = (read: () => unknown) =>
  readingPage(async () => {
    read();
    return { items: [] };
  });
const pages = (size: number): Page<never> => ({
  items: [],
  notes: many(size, String),
  gaps: many(size, () => ({ cause: 'deleted', count: 1 })),
});
const answering = (body: unknown): FakeSession => new FakeSession([{ match: URL, body }]);
const times = async (size: number, run: (index: number) => unknown): Promise<void> => {
  for (let index = 0; index < size; index += 1) await run(index);
};
const wideXml = (size: number) => parseXml(`<a>${'<b>1</b>'.repeat(Math.min(size, 90_000))}</a>`, '$');

const QUERY = { title: 'a', form: /^\w+$/, page: URL, read: async () => null } as const;

export const KIT_LISTS: Readonly<Record<string, ShapesOf>> = {
  'batchexecute.ts': {
    slot: [
      rows(
        'indices',
        (size) => many(size, () => 0),
        (indices) => slot([[]], ...indices),
      ),
    ],
  },
  'browser-door.ts': {
    plainOrBrowser: [
      rows('calls', answering, (session) =>
        times(2_000, () => plainOrBrowser(session, 'a', { plain: async () => 1, browser: async () => 2 })),
      ),
      rows(
        'calls of one run',
        (size) => ({ size, session: answering('') }),
        ({ size, session }) => times(size, () => plainOrBrowser(session, 'a', { plain: async () => 1, browser: async () => 2 })),
      ),
    ],
    isWithoutBrowser: 'takes one error',
  },
  'checked.ts': {
    ofKnownForm: [rows('rows of an answer', wide, (value) => ofKnownForm(schema, value, 'example.org'))],
    checked: [rows('rows', wide, (value) => checked(schema, value)), rows('levels', deep, (value) => checked(schema, value))],
    fits: [
      rows('rows', wide, (value) => fits(schema, value)),
      rows(
        'entries',
        (size) => Object.fromEntries(many(size, (index) => [`k${index}`, index])),
        (value) => fits(z.record(z.string(), z.number()), value),
      ),
    ],
    rowsOf: [rows('a tenth odd', someOdd, (value) => reading(() => checked(rowsSchema, value)))],
    rowsBelow: [rows('odd rows within a row', oddBelow, (value) => reading(() => checked(rowsSchema, value)))],
  },
  'graphql.ts': {
    graphqlData: [
      rows(
        'rows',
        (size) => JSON.stringify({ data: wide(size) }),
        async (body) => graphqlData(await answering(body).fetch({ url: URL }), schema),
      ),
      rows(
        'errors',
        (size) => JSON.stringify({ errors: many(size, () => ({ message: 'no' })) }),
        async (body) => graphqlData(await answering(body).fetch({ url: URL }), schema),
      ),
    ],
  },
  'hash.ts': {
    hex: [rows('bytes', (size) => new Uint8Array(size), hex)],
    madeUpId: [
      rows(
        'facts',
        (size) => many(size, String),
        (facts) => madeUpId(...facts.slice(0, 50_000)),
      ),
    ],
    tellApart: [
      rows(
        'rows of one id',
        (size) => many(size, () => 'a'),
        (ids) => ids.map(tellApart()),
      ),
    ],
  },
  'item.ts': {
    makeItem: [
      ...texts((given) => makeItem({ id: '1', kind: 'comment', text: given, title: given })),
      rows(
        'extra fields',
        (size) => Object.fromEntries(many(size, (index) => [`k${index}`, index % 2 === 0 ? undefined : 1])),
        (extra) => makeItem({ id: '1', kind: 'comment', extra }),
      ),
    ],
  },
  'json-tree.ts': {
    shallowest: [rows('rows', wide, (tree) => shallowest(tree, 'none')), rows('levels', deep, (tree) => shallowest(tree, 'none'))],
    nearest: [rows('rows', wide, (tree) => nearest(tree, () => false)), rows('levels', deep, (tree) => nearest(tree, () => false))],
    everyOf: [
      rows('rows', wide, (tree) => everyOf(tree, (part) => 'id' in part)),
      rows('levels', deep, (tree) => everyOf(tree, (part) => 'id' in part)),
    ],
    underscored: [
      rows('rows', wide, underscored),
      rows('levels', deep, underscored),
      text(
        'a long name',
        (size) => 'A'.repeat(size),
        (name) => underscored({ [name]: 1 }),
      ),
    ],
  },
  'knock.ts': {
    knock: [
      rows(
        'rows',
        (size) => JSON.stringify(wide(size)),
        (body) => knock(answering(body), { url: URL }, (answer) => answer.json(schema)),
      ),
    ],
    orShut: [
      rows(
        'doors',
        (size) => size,
        (size) => times(size, () => orShut(Promise.reject(new PlatformRefusal('BLOCKED')))),
      ),
    ],
    orNothing: [
      rows(
        'doors',
        (size) => size,
        (size) => times(size, () => orNothing(Promise.reject(new PlatformRefusal('BLOCKED')))),
      ),
    ],
  },
  'lesser-door.ts': {
    orLesser: [
      rows('notes', pages, (page) => orLesser(Promise.resolve(page), null)),
      rows('notes of the lesser', pages, (page) => orLesser(Promise.reject(new PlatformRefusal('BLOCKED')), async () => page)),
    ],
  },
  'live-turn.ts': {
    turnPage: [
      rows('gaps', pages, ({ notes = [], gaps = [] }) => turnPage({ turn: 0 }, { door: 'a', items: [], next: null, notes, gaps })),
    ],
    streamRuns: 'takes one question',
    readEach: [
      rows(
        'messages',
        (size) => many(size, String),
        (messages) => readEach(messages, (message) => [message]),
      ),
      rows(
        'messages of an unknown form',
        (size) => many(size, String),
        (messages) => readEach(messages, (message) => [readWire(rowSchema, message, '$')]),
      ),
    ],
  },
  'login-gap.ts': { reviewsBehindLogin: 'takes a count' },
  'media.ts': {
    mediaOf: [
      rows(
        'addresses',
        (size) => many(size, (index) => `//a/${index}`),
        (all) => mediaOf(all, all),
      ),
    ],
    addressesOf: [rows('addresses', (size) => many(size, (index) => `//a/${index}`), addressesOf)],
    picturesIn: [
      rows(
        'pictures',
        (size) => parseHtml('<img src="/a">'.repeat(Math.min(size, 90_000))),
        (page) => picturesIn(page, URL),
      ),
    ],
  },
  'most-telling.ts': {
    mostTelling: [
      rows(
        'refusals',
        (size) => many(size, (index) => new PlatformRefusal(index % 2 === 0 ? 'BLOCKED' : 'CAPTCHA')),
        (refusals) => mostTelling(refusals, ['CAPTCHA']),
      ),
    ],
  },
  'odd-rows.ts': {
    isAnotherForm: 'takes two counts',
    isCounted: 'takes nothing',
    unreadable: 'takes one path',
    unreadablePath: texts((given) => unreadablePath(unreadable(given))),
    rowsGiven: 'looks up one list',
    noteOddRows: [
      rows(
        'odd rows',
        (size) => many(size, (index) => ({ path: `${index}.id`, row: { index } })),
        (odd) => reading(() => noteOddRows(odd, [], odd)),
      ),
    ],
    readingPart: [
      rows('places of lists', oddBelow, (value) =>
        reading(() =>
          readingPart(
            value,
            '$',
            () => value.rows.forEach(({ replies }) => noteOddRows(replies, [], replies.length === 0 ? [] : [{ path: '0', row: {} }])),
            () => true,
          ),
        ),
      ),
    ],
    readRows: [rows('a tenth odd', someOdd, (value) => reading(() => readRows(value.rows, 'rows', (row) => readWire(rowSchema, row, ''))))],
    readRowsBelow: [
      rows('all odd', someOdd, (value) => reading(() => readRowsBelow(value.rows, 'rows', (row) => readWire(z.never(), row, '')))),
    ],
    readingPage: [
      rows(
        'items',
        (size) => many(size, (index) => makeItem({ id: madeUpId(String(index)), kind: 'comment', text: index % 10 === 9 ? null : 'a' })),
        (items) => readingPage(async () => ({ items })),
      ),
    ],
  },
  'optional-answer.ts': {
    optionalAnswer: [
      rows(
        'rows',
        (size) => JSON.stringify(wide(size)),
        (body) => optionalAnswer(answering(body), schema, { url: URL }),
      ),
    ],
    optionalText: texts((given) => optionalText(answering(given), { url: URL })),
  },
  'learnt-value.ts': {
    learntOf: texts((given) => {
      const session = answering('');
      session.learnt('a').note(given, URL);
      learntOf(session, 'a', /^\w+$/);
    }),
  },
  'persisted-query.ts': {
    askByName: [
      rows(
        'stale names',
        (size) => ['first', ...many(size, String)] as const,
        (known) => askByName(answering(''), { ...QUERY, known: [known[0], ...known.slice(1)] }, async () => STALE),
      ),
    ],
    askOf: [
      rows(
        'stale names',
        (size) => ['first', ...many(size, String)] as const,
        (known) => askOf(answering(''), { ...QUERY, known: [known[0], ...known.slice(1)] }, async () => STALE),
      ),
    ],
  },
  'place.ts': {
    targetsOf: [
      ...texts((given) =>
        targetsOf(() => ({ kind: 'a', params: { given } }))('a', {}, ['a'], ['https://a.example/']).match(
          parsePastedUrl(`a.example/${encodeURIComponent(given)}`),
        ),
      ),
      rows(
        'targets',
        (size) => many(size, String),
        (names) => {
          const target = targetsOf<string>(() => null);
          return names.map((name) => target(name, {}, ['a'], ['https://a.example/']));
        },
      ),
    ],
  },
  'refusal.ts': {
    refusalOf: 'takes a status',
    tellingOf: 'takes two errors',
    refusalOfCall: 'takes a status',
    isRedirect: 'takes a status',
  },
  'short-link.ts': {
    leadOfShortLink: texts((given) =>
      leadOfShortLink(
        answering(given),
        URL,
        () => null,
        (html) => /"(\/[^"]*)"/.exec(html)?.[1] ?? null,
      ),
    ),
    placeOfShortLink: texts((given) => placeOfShortLink(answering(given), URL, () => null)),
    paramsOfShortLink: texts((given) => paramsOfShortLink(answering(given), URL, () => null, 'thing')),
  },
  'storefronts.ts': {
    openStorefronts: [
      rows(
        'countries without it',
        (size) => many(size, String),
        (countries) =>
          openStorefronts({
            countries,
            open: async (country) => (country === String(countries.length - 1) ? pages(1) : null),
            further: () => null as never,
          }),
      ),
    ],
    countriesOf: [rows('countries', (size) => many(size, String), countriesOf)],
  },
  'wire.ts': {
    oneOf: [
      rows(
        'fields',
        (size) => Object.fromEntries(many(size, (index) => [`k${index}`, index])),
        (value) => fits(oneOf({ id: z.string().optional() }), value),
      ),
    ],
    readWire: [rows('rows', wide, (value) => readWire(schema, value, '$'))],
  },
  'xml.ts': {
    childrenOf: [rows('children', wideXml, (element) => childrenOf(element, 'b'))],
    textOf: [rows('children', wideXml, (element) => textOf(element, 'c'))],
    parseXml: [
      text(
        'levels',
        (size) => '<a>'.repeat(size / 8) + '</a>'.repeat(size / 8),
        (given) => parseXml(given, '$'),
      ),
    ],
  },
};
