import { registerHooks } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parseCookies } from '#core/accounts/cookie-text.ts';
import { ownCookies } from '#core/accounts/own-cookies.ts';
import { highlight } from '#core/analysis/search/highlight.ts';
import { parseQuery } from '#core/analysis/search/query.ts';
import { tokensOf } from '#core/analysis/search/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { loadPlatforms, type PlatformRegistry } from '#core/platforms/registry.ts';
import { readProxyList } from '#core/routes/proxy-list.ts';
import { urlsOfWords } from '#core/surfaces/cli/url-list.ts';
import type { Item } from '#core/contract/item.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { contextOf, fakeServices, type FakeServices } from '#test/operations/fake-services.ts';
import { addressesIn } from '#renderer/views/home/addresses.ts';
import { textOf } from '#renderer/views/home/file-text.ts';

/** A way into the program for texts that strangers wrote. */
export interface Door {
  readonly name: string;
  /** As people have them. */
  readonly examples: readonly string[];
  /** What becomes of a text: a value, or an error of the catalogue. Any other error is a fault. */
  open(text: string): unknown;
}

const FAKE_ELECTRON = new URL('../electron/fake-electron.ts', import.meta.url).href;
const OWN_PAGE = { url: 'http://127.0.0.1:4780/' };
const URL_OF_EXPORT = 'https://tubular.com/watch/abc';
/** An operation in memory holds what it was given: after so many texts all is made anew. */
const TEXTS_PER_SERVICES = 300;
const NOW_MS = Date.UTC(2026, 10, 27);

const COOKIES = [
  '# Netscape HTTP Cookie File\n.youtube.com\tTRUE\t/\tTRUE\t1893456000\tSID\tg.a000\n#HttpOnly_.youtube.com\tTRUE\t/\tTRUE\t0\tHSID\tAb\n',
  '[{"domain":".youtube.com","expirationDate":1893456000.5,"hostOnly":false,"httpOnly":true,"name":"SID","path":"/","sameSite":"no_restriction","secure":true,"value":"g.a000"}]',
  '{"cookies":[{"name":"SID","value":"x","domain":".youtube.com","path":"/","expires":-1,"sameSite":"Lax"}],"origins":[]}',
  '[{"Host raw":"https://.youtube.com/","Name raw":"SID","Path raw":"/","Content raw":"x","Expires raw":"1893456000","HTTP only raw":"true"}]',
  '{"SID":"x","HSID":"y"}',
  'cookie: SID=x; HSID=y; __Secure-1PSID=a%3Db',
] as const;
const PROXIES = [
  'http://user:pass@192.0.2.7:3128\nsocks5://192.0.2.8:1080\nuser:p@ss@proxy.example:8080\n192.0.2.9:3128:user:secret\n[2001:db8::1]:3128\n# a remark\n',
  'ip,port,protocols,country,username,password\n192.0.2.7,3128,"HTTP/HTTPS",DE,user,"p,a""ss"\n192.0.2.8,1080,socks5,us,,\n',
  '\ufeffProxy Address;Port;Login;Password;Geo\r\nproxy.example;8080;me;p:ss;Germany\r\n',
  'url\tname\nsocks4://192.0.2.1:1080\tOffice\n',
] as const;
const QUERIES = [
  'great "late delivery" OR refund NOT spam',
  'deliver* -(broken OR lost) author:ann',
  'title:"five stars" AND (text:good OR text:best)',
  '“curly quotes” 配送 가격 👍',
  '-a b -"c d"',
] as const;
const LISTS = [
  'url\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\nhttps://www.reddit.com/r/a/comments/1abc23/title/\n# a remark\n',
  'name,url,note\n"A, b",https://www.instagram.com/p/CuE2WNQs6vH/,"said ""so"""\nC,www.tiktok.com/@a/video/7106594312292453675,\n',
  'https://apps.apple.com/us/app/id284882215;https://play.google.com/store/apps/details?id=com.example\r\nmastodon.social/@a/109 market:com.example @name\r\n',
  'https://user:pass@www.youtube.com:443/watch?v=a%20b#c http://[::1]/ HTTPS://WWW.IMDB.COM/title/tt0111161/reviews',
] as const;
const LINKS = [
  'commentdock://export?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ',
  'commentdock://export/?url=http://example.com/a%20b&url=second#x',
  '--flag\ncommentdock://export?url=https://example.com/\nC:\\x',
] as const;
const MESSAGES = [
  '{"type":"state"}',
  '{"type":"startAtLogin","to":"on"}',
  '{"type":"logIn","platform":"reddit","name":"mine"}',
  '{"type":"ready","baseUrl":"http://127.0.0.1:4780","ownerSecret":"0123456789abcdef0123456789abcdef"}',
  '{"type":"failed","detail":"DISK: full"}',
  '{"type":"close"}',
] as const;
const CURSORS = [
  cursorOfJob('00000000-0000-4000-8000-000000000000'),
  'c1.',
  'c2.00000000',
  'eyJwYWdlIjoyfQ==',
  '{"after":"t3_abc"}',
] as const;

/** All doors. Made where they are opened: registries are loaded, and the shell gets an Electron without a screen. */
export async function openDoors(): Promise<readonly Door[]> {
  const platforms = await loadPlatforms();
  const shell = await openShell();
  const operations = new Operations();
  return [
    {
      name: 'cookies',
      examples: COOKIES,
      open: (text) => [takeCookies(text), operations.call('accounts.save', { platform: 'tubular', cookies: text })].at(-1),
    },
    {
      name: 'proxies',
      examples: PROXIES,
      open: (text) => [readProxyList(text, 'http'), operations.call('routes.import', { list: text, code: 'DE' })].at(-1),
    },
    { name: 'queries', examples: QUERIES, open: search() },
    { name: 'addresses', examples: LISTS, open: (text) => takeAddresses(text, platforms) },
    {
      name: 'cursors',
      examples: CURSORS,
      open: (text) => operations.call('jobs.create', { url: URL_OF_EXPORT, options: { cursor: text } }),
    },
    { name: 'batches', examples: LISTS, open: (text) => operations.call('batches.create', { urls: text.split('\n').slice(0, 100) }) },
    { name: 'deep links', examples: LINKS, open: shell.link },
    { name: 'messages of the shell', examples: MESSAGES, open: shell.message },
  ];
}

/** Operations over stores in memory, as a surface calls them: what does not fit their input is refused by them. */
class Operations {
  #services: FakeServices = fakeServices();
  #calls = 0;

  call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#calls += 1;
    if (this.#calls % TEXTS_PER_SERVICES === 0) this.#services = fakeServices();
    return callOperation(operationNamed(name), input, contextOf(this.#services));
  }
}

function takeCookies(text: string): unknown {
  const cookies = parseCookies(text);
  const audience = { name: 'YouTube', domains: ['.youtube.com'] };
  return cookies.length === 0 ? cookies : ownCookies(cookies, audience, { origin: 'the cookies', nowMs: NOW_MS });
}

/** As the desks do: the query is read, asked of an index, and what it found is marked in a row. */
function search(): Door['open'] {
  const index = new Database(':memory:');
  index.exec(`CREATE VIRTUAL TABLE words USING fts5(text, title, author, content = '', tokenize = "ascii tokenchars '_'")`);
  const author = { id: null, name: 'Ann', username: 'ann' };
  const row = { text: 'Great late delivery, 配送が遅い 👍 refund', title: 'five stars', author } as Item;
  const terms = (text: string | null): string => [...tokensOf(text ?? '')].map(({ term }) => term).join(' ');
  index.prepare('INSERT INTO words (rowid, text, title, author) VALUES (1, ?, ?, ?)').run(terms(row.text), terms(row.title), 'ann');
  const asked = index.prepare<[string], number>('SELECT rowid FROM words WHERE words MATCH ?').pluck();
  return (text) => {
    const { match, phrases } = parseQuery(text);
    return [asked.all(match), highlight(row, phrases)];
  };
}

/** From a dropped file and from a list of the command line, and each of them to the platform that it is of. */
async function takeAddresses(text: string, platforms: PlatformRegistry): Promise<unknown> {
  const dropped = await textOf(new File([text], 'list.csv')).catch(unlessUnreadable);
  const path = join(tmpdir(), `commentdock-fuzz-${process.pid}.txt`);
  await writeFile(path, text);
  const listed = await urlsOfWords([], [path], AbortSignal.any([]));
  for (const url of [...addressesIn(dropped).keys(), ...listed].slice(0, 100)) claimed(platforms, url);
  return listed;
}

/** An address of nobody's is one of many in a list. */
function claimed(platforms: PlatformRegistry, url: string): void {
  try {
    platforms.claim(url);
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
  }
}

/** The window says of it that it is no file of addresses. */
function unlessUnreadable(error: unknown): string {
  if (error instanceof Error && error.constructor.name === 'UnreadableFile') return '';
  throw error;
}

/** The shell's own modules, which find Electron's in a stand-in. */
async function openShell(): Promise<{ readonly link: Door['open']; readonly message: Door['open'] }> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: FAKE_ELECTRON, shortCircuit: true } : next(specifier, context),
  });
  try {
    const { fake } = (await import(FAKE_ELECTRON)) as typeof FakeElectron;
    const { placeOfArguments, placeOfDeepLink } = await import('#electron/deep-link.ts');
    const { openBridge } = await import('#electron/bridge.ts');
    const { closeRequestSchema, coreNewsSchema } = await import('#electron/core-messages.ts');
    openBridge({ isOwnPage: (frame) => (frame as unknown) === OWN_PAGE, answer: async () => ({ outcome: 'closed' }) });
    const ask = fake.handlers.get('commentdock:ask');
    return {
      link: (text) => [placeOfDeepLink(text), placeOfArguments(text.split('\n'))],
      async message(text) {
        const message = messageOf(text);
        const heard = [coreNewsSchema.safeParse(message).success, closeRequestSchema.safeParse(message).success];
        // Electron tells the page that asked, and nobody else: what is refused is refused in these words.
        const answer = await ask?.({ senderFrame: OWN_PAGE }, message).catch(unlessUnknown);
        return [heard, answer];
      },
    };
  } finally {
    hooks.deregister();
  }
}

function unlessUnknown(error: unknown): null {
  if (error instanceof Error && error.message === 'The desktop app does not know this request.') return null;
  throw error;
}

/** Processes send each other values, of which texts are one kind. */
function messageOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
