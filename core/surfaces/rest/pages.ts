import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLoopback } from '#core/auth/presented.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { DOCS_STYLE, docsPage } from '#core/surfaces/rest/docs-page.ts';
import type { DocumentForPeople } from '#core/surfaces/rest/docs-page.ts';
import { homePage } from '#core/surfaces/rest/home-page.ts';
import { PAGE_STYLE } from '#core/surfaces/rest/html.ts';
import { openApiDocument } from '#core/surfaces/rest/openapi.ts';
import type { DocumentedPage } from '#core/surfaces/rest/openapi.ts';
import type { RestState } from '#core/surfaces/rest/operation-route.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const NEWEST_EXPORTS = 10;

/** What is served besides the operations. */
export const PAGES: readonly DocumentedPage[] = [
  { path: '/', summary: 'A page that names the service and its newest exports', contentType: 'text/html' },
  { path: '/docs', summary: 'All routes for people', contentType: 'text/html' },
  { path: '/openapi.json', summary: 'This document', contentType: 'application/json' },
];

/** No script, nothing from elsewhere, no framing; our own style sheets are named by their hashes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${[PAGE_STYLE, DOCS_STYLE].map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addPages(app: FastifyInstance, state: RestState, mounts: readonly Mount[]): void {
  const { services } = state;
  const documents = new Map<string, string>();
  const written = (path: string, write: () => string): string => {
    const text = documents.get(path) ?? write();
    documents.set(path, text);
    return text;
  };
  app.get('/', (request, reply) => {
    const isHere = isLoopback(request.socket.remoteAddress);
    const newest = isHere ? services.jobs.list({ page: 1, limit: NEWEST_EXPORTS }) : [];
    return sendHtml(reply, homePage(newest));
  });
  const document = () => openApiDocument(OPERATIONS, PAGES, state.baseUrl, mounts);
  app.get('/docs', (_request, reply) =>
    sendHtml(
      reply,
      written('/docs', () => docsPage(document() as unknown as DocumentForPeople)),
    ),
  );
  app.get('/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(written('/openapi.json', () => JSON.stringify(document()))));
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type(HTML).headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' }).send(html);
}
