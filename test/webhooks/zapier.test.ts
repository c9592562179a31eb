import { describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS, webhookBodySchema } from '#core/contract/webhook.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const HOOK = 'https://hooks.example.com/hooks/standard/1/2/';

function call(services: FakeServices, name: string, input: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  return callOperation(operationNamed(`zapier.${name}`), input, contextOf(services, TOKEN_CALLER));
}

describe('no-code automation', () => {
  it('learns whose token it has', async () => {
    const services = fakeServices({ plan: 'premium' });
    expect(await call(services, 'check')).toEqual({ ok: true, user_uuid: services.settings.userUuid, plan: 'premium' });
  });

  it('subscribes and unsubscribes a webhook with a secret of its own', async () => {
    const services = fakeServices();
    const { id } = (await call(services, 'subscribe', { url: HOOK, event: 'export.finished' })) as { id: string };
    expect(services.webhooks.find(id)).toMatchObject({ url: HOOK, events: ['export.finished'], status: 1 });
    expect(services.vault.get(webhookSecretName(id))).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await call(services, 'unsubscribe', { id })).toBeUndefined();
    expect([services.webhooks.find(id), services.vault.get(webhookSecretName(id))]).toEqual([null, null]);
    expect(await refusal(call(services, 'unsubscribe', { id }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('is held to the same rules', async () => {
    const services = fakeServices({ plan: 'premium' });
    expect(await refusal(call(services, 'subscribe', { url: 'https://10.0.0.1/', event: 'export.finished' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(await refusal(call(services, 'subscribe', { url: HOOK, event: 'export.gone' }))).toMatchObject({
      violations: [{ propertyPath: 'event' }],
    });
    expect(await refusal(call(services, 'subscribe', { event: 'export.failed' }))).toMatchObject({ violations: [{ propertyPath: 'url' }] });
    await call(services, 'subscribe', { url: HOOK, event: 'export.failed' });
    expect(await refusal(call(services, 'subscribe', { url: HOOK, event: 'export.failed' }))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: 'The premium plan has 1 webhooks at most. Delete one first, or switch the plan.',
    });
  });

  it.each(WEBHOOK_EVENTS)('gets a sample of %s', async (event) => {
    const [sample, ...more] = webhookBodySchema.array().parse(await call(fakeServices(), 'sample', { event }));
    expect([sample?.event, more]).toEqual([event, []]);
    expect(sample?.download_url === null).toBe(event !== 'export.finished');
    expect(sample?.error === null).toBe(event !== 'export.failed');
  });

  it('gets no sample of what does not exist', async () => {
    expect(await refusal(call(fakeServices(), 'sample', { event: 'export.gone' }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
