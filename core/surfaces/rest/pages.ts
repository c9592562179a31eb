import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { askedOrigin, callerNetwork, isOwnersDoor } from '#core/auth/place.ts';
import { windowCookie, windowSessionOf } from '#core/auth/window-session.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { DOCS_STYLE, docsPage, type DocumentForPeople } from '#core/surfaces/rest/docs-page.ts';
import { HOME_STYLE, homePage, openedPage } from '#core/surfaces/rest/home-page.ts';
import { PAGE_STYLE } from '#core/surfaces/rest/html.ts';
import { type DocumentedPage, openApiDocument } from '#core/surfaces/rest/openapi.ts';
import type { RestState } from '#core/surfaces/rest/operation-route.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';
import { addWindowFiles, sendWindow } from '#core/surfaces/rest/window-files.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const openQuery = z.object({ code: z.string().catch('') });

/** What is served besides the operations. */
export const PAGES: readonly DocumentedPage[] = [
  {
    path: '/',
    id: 'window',
    summary: 'The window, for the browser that opened it; others get a page that says how',
    contentType: 'text/html',
  },
  {
    path: '/open',
    id: 'open',
    summary: 'Opens the window by a one-time link',
    contentType: 'text/html',
    refusals: {
      400: { when: 'The link was used before or has expired: the page says how to get another', contentType: 'text/html' },
      429: {
        when: 'Too many links of this address did not work; `Retry-After` says when the next one is looked at',
        contentType: 'text/html',
      },
    },
  },
  {
    path: '/assets/{file}',
    id: 'asset',
    summary: 'Scripts, styles and fonts of the window',
    contentType: '*/*',
    refusals: { 404: { when: 'There is no such file', contentType: 'application/json' } },
  },
  { path: '/docs', id: 'docs', summary: 'All routes for people', contentType: 'text/html' },
  { path: '/openapi.json', id: 'document', summary: 'This document', contentType: 'application/json' },
];

/** No script, nothing from elsewhere, no framing; our own style sheets are named by their hashes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${[PAGE_STYLE, DOCS_STYLE, HOME_STYLE].map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addPages(app: FastifyInstance, state: RestState, mounts: readonly Mount[]): void {
  const documents = new Map<string, string>();
  const written = (path: string, write: () => string): string => {
    const text = documents.get(path) ?? write();
    documents.set(path, text);
    return text;
  };
  app.get('/', async (request, reply) => {
    const origin = askedOrigin(request.headers, state.place);
    const session = windowSessionOf(request.headers.cookie, origin);
    const isOwner = isOwnersDoor(request, state.place) && session !== null && state.services.signIn.knowsWindow(session);
    if (!isOwner) return sendHtml(reply, homePage('none', languagesOf(request)));
    return (await sendWindow(origin, reply)) ?? sendHtml(reply.code(503), homePage('unbuilt', languagesOf(request)));
  });
  app.get('/open', { exposeHeadRoute: false }, (request, reply) => answerOpenLink(request, reply, state));
  addWindowFiles(app);
  const document = () => openApiDocument(OPERATIONS, PAGES, state.place.baseUrl, mounts);
  app.get('/docs', (_request, reply) =>
    sendHtml(
      reply,
      written('/docs', () => docsPage(document() as unknown as DocumentForPeople)),
    ),
  );
  app.get('/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(written('/openapi.json', () => JSON.stringify(document()))));
}

/** The code is spent by whoever opens the link first, so that nothing but a person's own step may open it. */
function answerOpenLink(request: FastifyRequest, reply: FastifyReply, { services, place }: RestState): FastifyReply {
  const { headers, query } = request;
  const isVisit = (headers['sec-fetch-dest'] ?? 'document') === 'document' && headers['sec-purpose'] === undefined;
  const { code } = openQuery.parse(query);
  const network = callerNetwork(request, place);
  reply.header('cache-control', 'no-store');
  const tried = isVisit && isOwnersDoor(request, place) ? services.signIn.openWindow(code, network) : null;
  const secondsToWait = tried?.secondsToWait ?? null;
  if (secondsToWait !== null) return sendHtml(reply.code(429).header('retry-after', secondsToWait), homePage('wait', languagesOf(request)));
  const pass = tried?.entered ?? null;
  if (pass === null) return sendHtml(reply.code(400), homePage('spent', languagesOf(request)));
  // A page that goes on, and no redirect: a cookie that is `Strict` goes with what our own page begins, wherever the link stood.
  return sendHtml(reply.header('set-cookie', windowCookie(pass.session, askedOrigin(headers, place))), openedPage(`/#key=${pass.key}`));
}

function languagesOf({ headers }: FastifyRequest): string {
  return headers['accept-language'] ?? '';
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type(HTML)
    .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer', vary: 'accept-language' })
    .send(html);
}
