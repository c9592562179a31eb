import { describe, expect, it } from 'vitest';
import { webhookBodySchema } from '#core/contract/webhook.ts';
import { sampleJob } from '#core/webhooks/sample.ts';
import { webhookBody } from '#core/webhooks/body.ts';
import { contextOf, fakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';

const IDS = { event: 'export.finished', eventId: 'evt_1', messageId: 'msg_1' } as const;
const FOUND = { previous_guid: null, new: 3, edited: 0, gone: 0, unchanged: 0, gone_earlier: 0, not_read: 0, threads_not_read: 0 };

describe('the body of a webhook', () => {
  const job = sampleJob('export.finished', contextOf(fakeServices(), TOKEN_CALLER));

  it('says what an incremental run found', () => {
    const body = webhookBody(IDS, { ...job, incremental: FOUND });
    expect(webhookBodySchema.parse(body)).toMatchObject({ incremental: FOUND });
  });

  it.each(['replies', 'shares', 'likes'] as const)('says whether %s were asked for', (name) => {
    const said = (options: typeof job.options): unknown => webhookBody(IDS, { ...job, options })[name];
    expect([said({ [name]: true }), said({ [name]: false }), said({})]).toEqual([true, false, false]);
  });

  it('says of sample data that it is some', () => {
    expect(webhookBody(IDS, { ...job, sandbox: true })).toHaveProperty('sandbox', true);
    expect(webhookBody(IDS, { ...job, sandbox: false })).not.toHaveProperty('sandbox');
  });

  it('has no such key for any other export', () => {
    expect(job.incremental).toBeNull();
    expect(webhookBody(IDS, job)).not.toHaveProperty('incremental');
  });
});
