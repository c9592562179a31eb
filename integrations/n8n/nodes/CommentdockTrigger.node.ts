import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type IHookFunctions, type INodeType, type IWebhookFunctions, type IWebhookResponseData, NodeOperationError } from 'n8n-workflow';
import { ask, CREDENTIAL } from './service.ts';

const EVENTS = ['export.created', 'export.finished', 'export.failed', 'export.requeued'];
const SECRET_BYTES = 32;
const UNAUTHORIZED = 401;

/** Begins a workflow when something becomes of an export. The service is told by a webhook, which goes with the workflow. */
export class CommentdockTrigger implements INodeType {
  readonly description: INodeType['description'] = {
    displayName: 'Commentdock Trigger',
    name: 'commentdockTrigger',
    icon: 'file:commentdock.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when an export is done or has failed',
    defaults: { name: 'Commentdock Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIAL, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['export.finished'],
        options: EVENTS.map((event) => ({ name: event, value: event })),
      },
    ],
  };

  readonly webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { uuid } = this.getWorkflowStaticData('node');
        if (uuid === undefined) return false;
        return ask(this, { method: 'GET', path: `/api/v1/webhooks/${String(uuid)}` }).then(
          ({ body }) => (body as { url?: string }).url === this.getNodeWebhookUrl('default'),
          () => false,
        );
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default');
        if (url === undefined) throw new NodeOperationError(this.getNode(), 'n8n says no address for this webhook');
        const secret = randomBytes(SECRET_BYTES).toString('hex');
        const body = { url, events: this.getNodeParameter('events'), signingSecret: secret };
        const made = (await ask(this, { method: 'POST', path: '/api/v1/webhooks', body })).body as { uuid: string };
        Object.assign(this.getWorkflowStaticData('node'), { uuid: made.uuid, secret });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        const { uuid } = kept;
        delete kept['uuid'];
        delete kept['secret'];
        if (uuid === undefined) return true;
        // One that is gone already is as good.
        return ask(this, { method: 'DELETE', path: `/api/v1/webhooks/${String(uuid)}` }).then(
          () => true,
          (error: unknown) => String(error).includes('RESOURCE_NOT_FOUND'),
        );
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject();
    const signature = this.getHeaderData()['x-signature'];
    const { secret } = this.getWorkflowStaticData('node');
    if (typeof secret !== 'string' || rawBody === undefined || typeof signature !== 'string' || !isSigned(rawBody, signature, secret)) {
      this.getResponseObject().status(UNAUTHORIZED).send('The signature is missing or wrong.');
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: this.getBodyData() }]] };
  }
}

/** In constant time, over the bytes that arrived. */
function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
