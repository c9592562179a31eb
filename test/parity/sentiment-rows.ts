import { bad, type Case, good, plainly, type Row, unknownOne } from '#test/parity/row.ts';
import type { Stage } from '#test/parity/stage.ts';
import { type LocalModelServer, startLocalModelServer } from '#test/world/local-model-server.ts';

const POST_WITH_LIKES = 'https://bsky.app/profile/bsky.app/post/3l6oveex3ii2l';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/v1';

/** Made with the first call that needs it, for all doors. */
let modelServer: Promise<LocalModelServer> | null = null;

const UNKNOWN = (operation: string): Case => bad('RESOURCE_NOT_FOUND', `${operation} one that is not there`, () => ({ id: 'nobody' }));

async function withKey(stage: Stage): Promise<{ id: string }> {
  await stage.prepare('sentiment.set', { id: 'messages', key: 'key', base_url: NOWHERE });
  return { id: 'messages' };
}

async function withoutKey(stage: Stage): Promise<{ id: string }> {
  await stage.prepare('sentiment.remove', { id: 'natural-language' });
  return { id: 'natural-language' };
}

async function withModel(stage: Stage): Promise<{ guid: string }> {
  const { baseUrl } = await (modelServer ??= startLocalModelServer());
  await stage.prepare('sentiment.set', { id: 'local-model', base_url: baseUrl, model: 'tiny:1b' });
  return { guid: await stage.sample() };
}

async function withoutModel(stage: Stage): Promise<object> {
  await stage.prepare('sentiment.remove', { id: 'local-model' });
  return {};
}

/** Who judges texts, what models read, and what that takes. */
export const SENTIMENT_ROWS: readonly Row[] = [
  { operation: 'sentiment.providers', cases: [plainly] },
  {
    operation: 'sentiment.set',
    cases: [
      good('key, address, model and prices', () => ({
        id: 'chat-completions',
        key: 'key',
        base_url: NOWHERE,
        model: 'small',
        requests_per_minute: 30,
        input_price: 0.5,
        output_price: 2,
      })),
      good('the model alone', () => ({ id: 'chat-completions', model: 'large' })),
      bad('VALIDATION_ERROR', 'an address over plain http', () => ({ id: 'messages', base_url: 'http://example.com/v1' })),
      bad('VALIDATION_ERROR', 'no pace at all', () => ({ id: 'messages', requests_per_minute: 0 })),
      UNKNOWN('setting'),
    ],
  },
  {
    operation: 'sentiment.choose',
    cases: [
      good('the built-in analyzer', () => ({ id: 'built-in' })),
      good('one with a key', withKey),
      good('whoever has a key', () => ({ id: 'automatic' })),
      bad('INVALID_REQUEST', 'one without a key', withoutKey),
      UNKNOWN('choosing'),
    ],
  },
  {
    operation: 'sentiment.test',
    cases: [good('one that cannot be reached', withKey), bad('INVALID_REQUEST', 'one without a key', withoutKey), UNKNOWN('trying')],
  },
  { operation: 'sentiment.models', cases: [plainly] },
  {
    operation: 'exports.digest',
    cases: [
      good('of a sample', async (stage) => ({ ...(await withModel(stage)), limit: 30 })),
      good('of rows with a word', async (stage) => ({ ...(await withModel(stage)), q: 'the', min_likes: 0 })),
      bad('INVALID_REQUEST', 'without a model', async (stage) => ({ guid: await stage.sample(), ...(await withoutModel(stage)) })),
      unknownOne('guid'),
    ],
  },
  { operation: 'sentiment.remove', cases: [good('one with a key', withKey), UNKNOWN('removing')] },
  {
    operation: 'sentiment.estimate',
    cases: [
      good('of a sample', async (stage) => ({ guid: await stage.sample() })),
      good('with the cloud service', async (stage) => ({ guid: await stage.sample(), provider: 'natural-language' })),
      bad('INVALID_REQUEST', 'with nobody', async (stage) => ({ guid: await stage.sample(), provider: 'nobody' })),
      bad('INVALID_REQUEST', 'of an export without texts', async (stage) => ({ guid: await sampleOfLikes(stage) })),
      unknownOne('guid'),
    ],
  },
];

async function sampleOfLikes(stage: Stage): Promise<string> {
  const wish = { url: POST_WITH_LIKES, sandbox: true, formats: ['csv'], options: { likes: true } };
  const { jobs } = (await stage.prepare('jobs.create', wish)) as { readonly jobs: readonly { readonly guid: string }[] };
  return jobs[0]?.guid ?? '';
}
