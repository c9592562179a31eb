import { z } from 'zod';
import { isHandedOn } from '#core/analysis/sentiment-providers/local-model.ts';
import { complaintOfAddress, dialectOf, isReady, judgeInUse, keyName, settingsOf } from '#core/analysis/sentiment-providers/providers.ts';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import {
  BUILT_IN,
  JUDGE_IDS,
  type JudgeId,
  NEURAL,
  type ProviderId,
  SENTIMENTS,
  SET_UP_IDS,
  type SetUpId,
} from '#core/contract/sentiment.ts';
import type { ProviderOverrides, SentimentSettings } from '#core/contract/sentiment-settings.ts';
import { defineOperation, type SentimentContext } from '#core/sentiment/context.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import { NO_MODEL_HERE, NO_NEURAL_MODEL } from '#core/sentiment/ports.ts';

const MAX_REQUESTS_PER_MINUTE = 10_000;
const MAX_KEY_LENGTH = 4_096;
const AUTOMATIC = 'automatic';

const id = z
  .string()
  .min(1)
  .meta({ description: `The provider: ${SET_UP_IDS.join(', ')}.`, examples: ['chat-completions'] });
const price = (what: string) =>
  z
    .number()
    .min(0)
    .nullish()
    .meta({ description: `${what}, in your currency; for estimates only. Null: not known.`, examples: [0.4] });

const providerSchema = z.object({
  id: z.enum(JUDGE_IDS),
  title: z.string().meta({ examples: ['Language model (chat completions)'] }),
  in_use: z.boolean().meta({ description: 'Judges the next export that wants sentiment.' }),
  has_key: z.boolean(),
  ready: z.boolean().meta({ description: 'Can be chosen: it has its key or its model.' }),
  base_url: z
    .string()
    .nullable()
    .meta({ examples: ['https://api.example.com/v1'] }),
  model: z.string().nullable(),
  requests_per_minute: z.int().nullable(),
  input_price: z.number().nullable(),
  output_price: z.number().nullable(),
});

export type SentimentProvider = z.infer<typeof providerSchema>;

const list = defineOperation({
  name: 'sentiment.providers',
  summary: 'List sentiment providers',
  description:
    'Who can judge the sentiment of texts, and who does: the one you chose, else the first with a key, else the built-in analyzer. Models on this machine judge only where you chose them. Keys are never shown.',
  scope: 'read',
  input: z.object({}),
  output: z.array(providerSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/sentiment-providers', status: 200, auth: 'token' },
  cli: { command: 'sentiment-providers' },
  run: (_input, context) => JUDGE_IDS.map((judge) => present(judge, context)),
});

const set = defineOperation({
  name: 'sentiment.set',
  summary: 'Set up a sentiment provider',
  description:
    'Key, address, model and pace of a provider. What is left out stays; null goes back to the default. A key belongs to its address: a new `base_url` needs it again. `local-model` has an address on this machine and a model, no key; `neural-model` the id of a model alone (`commentdock neural-models`). Where it is in use, texts of exports that want sentiment are sent to this address.',
  scope: 'write',
  input: z.object({
    id,
    key: z
      .string()
      .trim()
      .regex(/^[\u0021-\u007E]+$/)
      .max(MAX_KEY_LENGTH)
      .optional()
      .meta({ description: 'API key. It goes to the vault and is never shown again.', writeOnly: true }),
    base_url: z.string().trim().nullish().meta({ description: 'Address, up to the version: https, or http on this machine.' }),
    model: z.string().trim().min(1).max(200).nullish().meta({ description: 'Model of a language-model provider.' }),
    requests_per_minute: z.int().min(1).max(MAX_REQUESTS_PER_MINUTE).nullish().meta({ description: 'Requests a minute at most.' }),
    input_price: price('Price of a million tokens that it reads; of the cloud service: of a million units of 1,000 characters'),
    output_price: price('Price of a million tokens that it writes'),
  }),
  output: providerSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'PATCH', path: '/api/v1/sentiment-providers/{id}', status: 200, auth: 'owner' },
  cli: { command: 'sentiment-providers set' },
  async run({ id: wanted, key, ...fields }, context) {
    const provider = expectProvider(wanted);
    const { vault, sentimentSettings } = context;
    if (provider === NEURAL) {
      await setNeural({ key, ...fields }, context);
      return present(provider, context);
    }
    const settings = sentimentSettings.read();
    if (key !== undefined && dialectOf(provider).isLocal === true)
      throw invalidField('key', 'is for services; a model on this machine has none. One that wants a key is set up as `chat-completions`.');
    const changed = withFields(settings, provider, fields);
    const isMoved = settingsOf(provider, changed).baseUrl !== settingsOf(provider, settings).baseUrl;
    sentimentSettings.write(changed);
    if (key !== undefined) vault.set(keyName(provider), key);
    else if (isMoved) vault.remove(keyName(provider));
    return present(provider, context);
  },
});

const remove = defineOperation({
  name: 'sentiment.remove',
  summary: 'Forget a sentiment provider',
  description: 'Removes its key and goes back to its defaults. It is asked for nothing any more.',
  scope: 'write',
  input: z.object({ id }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/sentiment-providers/{id}', status: 204, auth: 'owner' },
  cli: { command: 'sentiment-providers remove' },
  run({ id: wanted }, { vault, sentimentSettings }) {
    const provider = expectProvider(wanted);
    const { chosen, providers, neuralModel } = sentimentSettings.read();
    const left = { chosen: chosen === provider ? null : chosen, providers, neuralModel };
    if (provider === NEURAL) return sentimentSettings.write({ ...left, neuralModel: null });
    const { [provider]: _removed, ...others } = providers;
    sentimentSettings.write({ ...left, providers: others });
    vault.remove(keyName(provider));
  },
});

const choose = defineOperation({
  name: 'sentiment.choose',
  summary: 'Choose who judges sentiment',
  description: `A provider with a key, or \`local-model\` or \`${NEURAL}\` once its model is named; \`${BUILT_IN}\`: texts stay on this machine, whatever keys there are; \`${AUTOMATIC}\`: the first with a key, else the built-in analyzer.`,
  scope: 'write',
  input: z.object({
    id: z
      .string()
      .min(1)
      .meta({ description: `One of: ${[...JUDGE_IDS, AUTOMATIC].join(', ')}.`, examples: [BUILT_IN] }),
  }),
  output: z.array(providerSchema),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/sentiment-providers/{id}/choose', status: 200, auth: 'owner' },
  cli: { command: 'sentiment-providers choose' },
  run({ id: wanted }, context) {
    const { sentimentSettings } = context;
    const chosen = wanted === AUTOMATIC ? null : wanted === BUILT_IN ? BUILT_IN : expectProvider(wanted);
    if (chosen !== null && chosen !== BUILT_IN) expectReady(chosen, context);
    sentimentSettings.write({ ...sentimentSettings.read(), chosen });
    return JUDGE_IDS.map((judge) => present(judge, context));
  },
});

const trySchema = z.object({
  ok: z.boolean(),
  sentiment: z.enum(SENTIMENTS).nullable(),
  score: z.number().nullable(),
  elapsed_ms: z.int().nullable(),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, and what to do.', examples: [null] }),
  error_code: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
});

const test = defineOperation({
  name: 'sentiment.test',
  summary: 'Try a sentiment provider',
  description: 'Has it judge one short sentence of ours, which may cost as much as one comment.',
  scope: 'write',
  input: z.object({ id }),
  output: trySchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/sentiment-providers/{id}/test', status: 200, auth: 'owner' },
  cli: { command: 'sentiment-providers test' },
  async run({ id: wanted }, context) {
    const provider = expectProvider(wanted);
    expectReady(provider, context);
    try {
      const { sentiment, score, elapsedMs } = await context.providerTrials.ask(provider, context.signal);
      return { ok: true, sentiment, score, elapsed_ms: elapsedMs, error: null, error_code: null };
    } catch (error) {
      context.signal.throwIfAborted();
      const { message, code } = asCommentdockError(error);
      return { ok: false, sentiment: null, score: null, elapsed_ms: null, error: message, error_code: code };
    }
  },
});

export const SENTIMENT_PROVIDER_OPERATIONS = [list, set, remove, choose, test];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function expectProvider(wanted: string): SetUpId {
  const found = SET_UP_IDS.find((known) => known === wanted);
  if (found !== undefined) return found;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no sentiment provider "${wanted}". There are: ${SET_UP_IDS.join(', ')}.`);
}

/** @throws CommentdockError INVALID_REQUEST */
function expectReady(provider: SetUpId, { vault, sentimentSettings }: SentimentContext): void {
  if (isReady(provider, sentimentSettings.read(), (known) => vault.get(keyName(known)) !== null)) return;
  if (provider === NEURAL) throw new CommentdockError('INVALID_REQUEST', NO_NEURAL_MODEL);
  throw new CommentdockError(
    'INVALID_REQUEST',
    dialectOf(provider).isLocal === true
      ? NO_MODEL_HERE
      : `The provider "${provider}" has no key. Set one with \`commentdock sentiment-providers set ${provider} --key <key>\`.`,
  );
}

type WantedFields = {
  readonly base_url?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly requests_per_minute?: number | null | undefined;
  readonly input_price?: number | null | undefined;
  readonly output_price?: number | null | undefined;
};

/** @throws CommentdockError VALIDATION_ERROR where the model is not on this machine, too */
async function setNeural(
  { key, model, ...others }: WantedFields & { readonly key: string | undefined },
  { sentimentSettings, providerTrials }: SentimentContext,
): Promise<void> {
  const given = Object.entries({ key, ...others }).find(([, value]) => value !== undefined && value !== null);
  if (given !== undefined)
    throw invalidField(given[0], 'is for providers that are asked; a neural model has nothing but its id. Leave it out.');
  if (model === undefined) return;
  if (model !== null)
    await providerTrials.expectNeuralModel(model).catch((error: unknown) => {
      throw invalidField('model', `does not do. ${asCommentdockError(error).message}`);
    });
  sentimentSettings.write({ ...sentimentSettings.read(), neuralModel: model });
}

/** @throws CommentdockError VALIDATION_ERROR */
function withFields(settings: SentimentSettings, provider: ProviderId, wanted: WantedFields): SentimentSettings {
  const dialect = dialectOf(provider);
  const complaint = typeof wanted.base_url === 'string' ? complaintOfAddress(wanted.base_url, dialect) : null;
  if (complaint !== null) throw invalidField('base_url', complaint);
  if (typeof wanted.model === 'string' && dialect.defaults.model === null && dialect.isLocal !== true)
    throw invalidField('model', 'is for language models; this provider has none to choose. Leave it out.');
  if (typeof wanted.model === 'string' && dialect.isLocal === true && isHandedOn(wanted.model))
    throw invalidField(
      'model',
      'runs elsewhere: its server would hand the texts on. Choose one that runs here, or set it up as `chat-completions`.',
    );
  const given = {
    baseUrl: wanted.base_url,
    model: wanted.model,
    requestsPerMinute: wanted.requests_per_minute,
    inputPrice: wanted.input_price,
    outputPrice: wanted.output_price,
  };
  const merged = {
    ...settings.providers[provider],
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as ProviderOverrides;
  return { ...settings, providers: { ...settings.providers, [provider]: kept } };
}

function present(judge: JudgeId, { vault, sentimentSettings }: SentimentContext): SentimentProvider {
  const settings = sentimentSettings.read();
  const hasKey = (provider: ProviderId): boolean => vault.get(keyName(provider)) !== null;
  const ready = isReady(judge, settings, hasKey);
  const inUse = judgeInUse(settings, hasKey);
  if (judge === BUILT_IN || judge === NEURAL) {
    const nothing = { has_key: false, base_url: null, requests_per_minute: null, input_price: null, output_price: null };
    const [title, model] = judge === NEURAL ? ['Neural model', settings.neuralModel] : ['Built-in analyzer', null];
    return { id: judge, title, in_use: inUse === judge, ready, model, ...nothing };
  }
  const { baseUrl, model, requestsPerMinute, inputPrice, outputPrice } = settingsOf(judge, settings);
  return {
    id: judge,
    title: dialectOf(judge).title,
    in_use: inUse === judge,
    has_key: hasKey(judge),
    ready,
    base_url: baseUrl,
    model,
    requests_per_minute: requestsPerMinute,
    input_price: inputPrice,
    output_price: outputPrice,
  };
}
