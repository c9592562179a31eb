import { z } from 'zod';
import { asCommentdockError } from '#core/contract/error.ts';
import { defineOperation, type ServiceContext } from '#core/service/context.ts';

const browserSchema = z.object({
  path: z
    .string()
    .nullable()
    .meta({
      description: 'The browser that platforms are read with where they need one; null: none was found.',
      examples: ['/usr/bin/chromium'],
    }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Null also for one that COMMENTDOCK_BROWSER names.', examples: ['Chromium'] }),
  missing: z
    .string()
    .nullable()
    .meta({ description: 'What to do where none was found.', examples: [null] }),
  download: z.object({
    state: z.enum(['none', 'running', 'failed']),
    percent: z.int().min(0).max(100).nullable(),
    error: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  }),
});

const get = defineOperation({
  name: 'browser.get',
  summary: 'Which browser is used',
  description: 'The browser for platforms that answer nothing else, and how far the download of one is.',
  scope: 'read',
  input: z.object({}),
  output: browserSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/browser', status: 200, auth: 'owner' },
  run: (_input, context) => present(context),
});

const install = defineOperation({
  name: 'browser.install',
  summary: 'Download a browser',
  description:
    'Starts to download Chromium for Commentdock alone, some 170 MB; `GET /api/v1/browser` tells how far it is. Nothing happens while that runs.',
  scope: 'write',
  input: z.object({}),
  output: browserSchema,
  errors: [],
  rest: { method: 'POST', path: '/api/v1/browser/install', status: 202, auth: 'owner' },
  run(_input, context) {
    context.machine.startDownload();
    return present(context);
  },
});

export const BROWSER_OPERATIONS = [get, install];

async function present({ machine }: ServiceContext): Promise<z.output<typeof browserSchema>> {
  const download = machine.download();
  try {
    const { name, path } = await machine.findBrowser();
    return { path, name, missing: null, download };
  } catch (error) {
    return { path: null, name: null, missing: asCommentdockError(error).message, download };
  }
}
