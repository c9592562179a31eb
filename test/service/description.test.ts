import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { callOperation } from '#core/operations/call.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices } from '#test/operations/fake-services.ts';

const CANARY = 'canary-in-the-coal-mine';

function ask(services: FakeServices, name: string, input: unknown = {}): Promise<unknown> {
  const operation = OPERATIONS.find((known) => known.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return callOperation(operation, input, contextOf(services));
}

/** A service in which every place that could hold a secret or a name holds the canary. */
async function fullOfCanaries(): Promise<FakeServices> {
  const services = fakeServices({
    env: {
      COMMENTDOCK_DATA_DIR: `${homedir()}/${CANARY}`,
      COMMENTDOCK_VAULT_PASSPHRASE: CANARY,
      SERVICE_API_TOKEN: CANARY,
      COMMENTDOCK_ROUTE_CHECK_URL: `https://check.example/?key=${CANARY}`,
      HTTPS_PROXY: `http://${CANARY}:${CANARY}@${CANARY}.example:8080`,
      NODE_EXTRA_CA_CERTS: `/etc/${CANARY}.pem`,
    },
  });
  const url = `https://steam.example/app/10/?q=${CANARY}`;
  await ask(services, 'accounts.save', { platform: 'alpha', cookies: `session=${CANARY}`, name: CANARY }).catch(() => null);
  await ask(services, 'routes.create', { name: CANARY, code: 'DE', url: `socks5://${CANARY}:${CANARY}@${CANARY}.example:1080` });
  await ask(services, 'pools.import', { name: CANARY, list: `http://${CANARY}:${CANARY}@127.0.0.1:80` });
  await ask(services, 'tokens.generate', { name: CANARY });
  await ask(services, 'sentiment.set', { id: 'chat-completions', key: CANARY });
  await ask(services, 'webhooks.create', {
    url: `https://hooks.example/${CANARY}`,
    events: ['export.finished'],
    signingSecret: CANARY,
  });
  const [platform] = services.platforms.all;
  const example = platform?.targets[0]?.examples[0] ?? url;
  await ask(services, 'jobs.create', { url: example, options: { cookies: { session: CANARY } }, sandbox: true });
  const failed = (await ask(services, 'jobs.create', { url: example })) as { jobs: readonly { guid: string }[] };
  const guid = failed.jobs[0]?.guid ?? '';
  services.engine.change(guid, { status: 'error', errorCode: 'BLOCKED', error: `${CANARY} was refused` });
  return {
    ...services,
    machine: {
      ...services.machine,
      findings: async () => [
        { subject: 'data_folder', ok: true, words: services.config.dataDir, hint: null },
        { subject: 'proxy', ok: true, words: `http://***@${CANARY}.example`, hint: null },
        { subject: 'certificates', ok: false, words: `/etc/${CANARY}.pem`, hint: `In ${services.config.dataDir}.` },
      ],
    },
  };
}

describe('diagnostics', () => {
  it('hold no secret, name or address of the owner, and say what helps', async () => {
    const services = await fullOfCanaries();
    const text = JSON.stringify(await ask(services, 'service.diagnostics'));
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(homedir());
    expect(text).toContain('"error_code":"BLOCKED"');
    expect(text).toContain('"routes":1,"pools":1');
    expect(text).toContain('{"variable":"HTTPS_PROXY"');
    expect(text).toContain('"value":"(set)"');
  });
});

describe('the description', () => {
  it('shows what is set, and secrets and passwords to nobody', async () => {
    const services = await fullOfCanaries();
    const { settings } = (await ask(services, 'service.describe')) as {
      settings: readonly { variable: string; value: string | null; is_set: boolean }[];
    };
    const of = (variable: string) => settings.find((setting) => setting.variable === variable);
    expect(of('COMMENTDOCK_VAULT_PASSPHRASE')).toMatchObject({ value: '***', is_set: true });
    expect(of('SERVICE_API_TOKEN')).toMatchObject({ value: '***', is_set: true });
    expect(of('HTTPS_PROXY')?.value).toBe(`http://***@${CANARY}.example:8080`);
    expect(of('COMMENTDOCK_PACE')).toMatchObject({ value: 'on', is_set: false });
    expect(of('COMMENTDOCK_LOG')).toMatchObject({ value: 'silent', is_set: true });
  });
});

describe('the browser', () => {
  it('is told with what to do where there is none, and downloaded on demand', async () => {
    const services = fakeServices();
    expect(await ask(services, 'browser.get')).toMatchObject({ path: null, missing: new CommentdockError('BROWSER_MISSING').message });
    expect(await ask(services, 'browser.install')).toMatchObject({ download: { state: 'running', percent: 0 } });
  });
});

describe('waits', () => {
  it('are told with the platform that the host belongs to', async () => {
    const services = fakeServices();
    const until = (ms: number): string => new Date(services.clock.nowMs + ms).toISOString();
    expect(await ask(services, 'platforms.waits')).toEqual([
      { host: 'api.tubular.com', platform: 'tubular', until: until(60_000) },
      { host: 'elsewhere.example', platform: null, until: until(1_000) },
    ]);
  });
});

describe('a gentle pace', () => {
  const optionsOf = async (services: FakeServices, options: object): Promise<unknown> => {
    const url = services.platforms.all[0]?.targets[0]?.examples[0];
    await ask(services, 'jobs.create', { url, options });
    return services.engine.created.at(-1)?.options;
  };

  it('is chosen for new exports, unless they say otherwise or the environment decides', async () => {
    const services = fakeServices();
    expect(await optionsOf(services, {})).toEqual({});
    expect(await ask(services, 'preferences.set', { gentle: true })).toMatchObject({ gentle: true, gentle_fixed: false });
    expect(await optionsOf(services, {})).toEqual({ gentle: true });
    expect(await optionsOf(services, { gentle: false })).toEqual({ gentle: false });
    const fixed = fakeServices({ env: { COMMENTDOCK_GENTLE: 'off' } });
    expect(await ask(fixed, 'preferences.set', { gentle: true })).toMatchObject({ gentle: false, gentle_fixed: true });
    expect(await optionsOf(fixed, {})).toEqual({});
  });
});

describe('signing a window out', () => {
  it('is for a window', async () => {
    await expect(ask(fakeServices(), 'signin.leave')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
