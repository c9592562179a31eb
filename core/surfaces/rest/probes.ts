import type { ServerResponse } from 'node:http';
import { CommentdockError } from '#core/contract/error.ts';
import type { Mount } from '#core/surfaces/rest/mount.ts';

const READY_PATH = '/ready';
const METRICS_PATH = '/metrics';
/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface ProbeParts {
  /** Why the process can do none of its work now; null: it can. */
  trouble(): Promise<string | null>;
  /** Null: nothing is measured, and there is no such path. */
  readonly metrics: (() => Promise<string>) | null;
}

/** What those ask who look after the process, without a token: numbers and reasons, and nothing of what is exported. */
export function createProbes({ trouble, metrics }: ProbeParts): Mount {
  return {
    paths: metrics === null ? [READY_PATH] : [READY_PATH, METRICS_PATH],
    documentation: DOCUMENTATION,
    async handle({ method, url }, response) {
      if (method !== 'GET' && method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        throw new CommentdockError('METHOD_NOT_ALLOWED', 'This path takes GET.');
      }
      response.setHeader('cache-control', 'no-store');
      if (metrics !== null && url?.startsWith(METRICS_PATH) === true) {
        const text = await metrics();
        response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
        return;
      }
      const reason = await trouble();
      sendJson(response, reason === null ? 200 : 503, reason === null ? { ready: true } : { ready: false, reason });
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

const answer = (description: string, properties: object) => ({
  description,
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});

const DOCUMENTATION = {
  [READY_PATH]: {
    get: {
      operationId: 'service.ready',
      tags: ['service'],
      summary: 'Can the service do its work',
      description: 'For balancers: the engine and, where there is one, the database answer. Takes no token.',
      security: [],
      responses: {
        200: answer('It can', { ready: { const: true } }),
        503: answer('It cannot now', { ready: { const: false }, reason: { type: 'string' } }),
      },
    },
  },
};
