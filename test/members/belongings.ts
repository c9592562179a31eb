import { type Fields, type Person, SAMPLE, sampleOf } from '#test/members/team-house.ts';

/** Stands in everything that can hold a text of somebody's. */
const CANARY = 'canary-of';

/** What somebody has, one of each. */
export interface Belongings {
  /** Texts that nobody else may be told. */
  readonly canaries: readonly string[];
  readonly job: string;
  readonly batch: string;
  readonly bulk: string;
  readonly schedule: string;
  readonly webhook: string;
  readonly message: string;
  readonly account: string;
  readonly token: string;
  readonly preset: string;
}

/** Everything that somebody can have. */
export async function fill(person: Person, name: string, inboxUrl: string): Promise<Belongings> {
  const canary = `${CANARY}-${name}`;
  const job = await sampleOf(person);
  const batch = String((await person.get('batches.create', { urls: [SAMPLE], sandbox: true }))['batch_id']);
  const bulk = String((await person.get('bulk.create', { guids: [job] }))['uuid']);
  const options = { cookies: { session: `${canary}-cookie` } };
  const schedule = String((await person.get('schedules.create', { url: SAMPLE, frequency: 'daily', name: canary, options }))['uuid']);
  const hook = { url: `${inboxUrl}?${canary}`, events: ['export.finished'], signingSecret: `${canary}-secret` };
  const webhook = String((await person.get('webhooks.create', hook))['uuid']);
  const message = String((await person.get('webhooks.test', { uuid: webhook }))['uuid']);
  const account = await person.get('accounts.save', { platform: 'reddit', cookies: { reddit_session: `${canary}-session` }, name: canary });
  await person.get('presets.save', { name: `${canary}-preset`, layout: { name: canary } });
  await person.get('views.save', { name: `${canary}-view`, filters: { q: canary } });
  await person.get('jobs.label', { guid: job, title: canary, folder: `${canary}-folder`, tags: [`${canary}-tag`.slice(0, 35)] });
  await person.get('remarks.set', { guid: job, ids: ['a row'], note: canary });
  await person.get('tokens.generate', { name: canary });
  const tokens = (await person.get('tokens.list')) as unknown as readonly Fields[];
  const token = String(tokens.find((each) => each['name'] === canary)?.['uuid']);
  const batched = await person.get('batches.get', { batchId: batch });
  const guids = (batched['exports'] as readonly Fields[]).map(({ guid }) => String(guid));
  const ids = { job, batch, bulk, schedule, webhook, message, account: String(account['uuid']), token, preset: `${canary}-preset` };
  return { ...ids, canaries: [canary, ...guids, ...Object.values(ids), ...tokens.map((each) => String(each['token']))] };
}

/** Which of somebody's belongings a field of an operation names; null: none. */
export function idFor(operation: string, field: string, of: Belongings): unknown {
  const [noun = ''] = operation.split('.');
  if (field === 'guid') return of.job;
  if (field === 'guids') return [of.job];
  if (field === 'batchId') return of.batch;
  if (field === 'webhook.uuid' || (operation === 'zapier.unsubscribe' && field === 'id')) return of.webhook;
  if (operation === 'presets.delete' && field === 'name') return of.preset;
  if (operation === 'views.delete' && field === 'name') return of.preset.replace(/preset$/, 'view');
  if (field !== 'uuid') return null;
  if (operation === 'webhooks.resend') return of.message;
  const byNoun: Readonly<Record<string, string>> = {
    bulk: of.bulk,
    schedules: of.schedule,
    webhooks: of.webhook,
    accounts: of.account,
    tokens: of.token,
  };
  return byNoun[noun] ?? null;
}
