import { setTimeout as delay } from 'node:timers/promises';
import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, type INodeType, NodeOperationError } from 'n8n-workflow';
import { jobOptions, type OperationName, PROPERTIES } from './export-fields.ts';
import { ask, CREDENTIAL } from './service.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const MS_OF_MINUTE = 60_000;
/** The service gives no more at once. */
const MOST_ROWS = 2_000;
const WAITING: readonly unknown[] = ['queueing', 'progress'];

/** Exports a URL by the Commentdock that runs on a machine of yours, and hands on what it gave. */
export class Commentdock implements INodeType {
  readonly description: INodeType['description'] = {
    displayName: 'Commentdock',
    name: 'commentdock',
    icon: 'file:commentdock.svg',
    group: ['input'],
    version: 1,
    subtitle: '={{ $parameter["operation"] }}',
    description: 'Comments, reviews, followers and live chat of a URL, with an account of what is missing',
    defaults: { name: 'Commentdock' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: CREDENTIAL, required: true }],
    properties: PROPERTIES,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const given: INodeExecutionData[] = [];
    for (const index of this.getInputData().keys()) {
      try {
        const made = await RUN[this.getNodeParameter('operation', index) as OperationName](this, index);
        for (const item of made) given.push({ ...item, pairedItem: { item: index } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        given.push({ json: { error: error instanceof Error ? error.message : String(error) }, pairedItem: { item: index } });
      }
    }
    return [given];
  }
}

interface RowsPage {
  readonly items: readonly IDataObject[];
  readonly next_cursor: string;
  readonly is_complete: boolean;
}

type Run = (node: IExecuteFunctions, index: number) => Promise<readonly INodeExecutionData[]>;

const RUN: Readonly<Record<OperationName, Run>> = {
  async export(node, index) {
    const body = {
      url: node.getNodeParameter('url', index),
      options: jobOptions(node.getNodeParameter('options', index, {}) as IDataObject),
    };
    const headers: Record<string, string> = node.getNodeParameter('sandbox', index, false) === true ? { 'X-Sandbox': 'true' } : {};
    const created = await ask(node, { method: 'POST', path: '/api/v3/job', body, headers, itemIndex: index });
    return [{ json: await ended(created.body as IDataObject, node, index) }];
  },
  async get(node, index) {
    return [{ json: await ended(await jobOf(guidOf(node, index), node, index), node, index) }];
  },
  async rows(node, index) {
    const guid = guidOf(node, index);
    const job = await jobOf(guid, node, index);
    if (!hasEnded(job, node, index)) throw unfinished(job, node, index);
    const wanted = Number(node.getNodeParameter('limit', index));
    const rows: INodeExecutionData[] = [];
    for (let cursor: IDataObject = {}; rows.length < wanted;) {
      const qs = { limit: Math.min(wanted - rows.length, MOST_ROWS), ...cursor };
      const page = (await ask(node, { method: 'GET', path: `/api/v1/exports/${guid}/rows`, qs, itemIndex: index })).body as RowsPage;
      rows.push(...page.items.map((json) => ({ json })));
      if (page.is_complete) break;
      // It was begun again meanwhile.
      if (page.items.length === 0) throw unfinished(await jobOf(guid, node, index), node, index);
      cursor = { cursor: page.next_cursor };
    }
    return rows;
  },
  async download(node, index) {
    const guid = guidOf(node, index);
    const qs = { format: node.getNodeParameter('format', index), partial: true };
    const file = await ask(node, { method: 'GET', path: `/api/v3/job/${guid}/download`, qs, encoding: 'arraybuffer', itemIndex: index });
    const name = /filename="([^"]+)"/.exec(file.headers['content-disposition'] ?? '')?.[1] ?? `${guid}.${String(qs.format)}`;
    const type = file.headers['content-type']?.replace(/;.*$/, '');
    const data = await node.helpers.prepareBinaryData(Buffer.from(file.body as ArrayBuffer), name, type);
    return [{ json: { guid, fileName: name }, binary: { [String(node.getNodeParameter('field', index))]: data } }];
  },
  async stop(node, index) {
    const stopped = await ask(node, { method: 'PATCH', path: `/api/v3/job/${guidOf(node, index)}/stop`, itemIndex: index });
    return [{ json: stopped.body as IDataObject }];
  },
};

function guidOf(node: IExecuteFunctions, index: number): string {
  return encodeURIComponent(String(node.getNodeParameter('guid', index)));
}

async function jobOf(guid: string, node: IExecuteFunctions, index: number): Promise<IDataObject> {
  return (await ask(node, { method: 'GET', path: `/api/v3/job/${guid}`, itemIndex: index })).body as IDataObject;
}

/** @throws NodeOperationError where it failed */
function hasEnded({ status, error_code: code, error }: IDataObject, node: IExecuteFunctions, itemIndex: number): boolean {
  if (status === 'error') throw new NodeOperationError(node.getNode(), `${String(code)}: ${String(error)}`, { itemIndex });
  return !WAITING.includes(status);
}

function unfinished({ guid, status }: IDataObject, node: IExecuteFunctions, itemIndex: number): NodeOperationError {
  return new NodeOperationError(node.getNode(), `The export ${String(guid)} still is ${String(status)}; it goes on`, { itemIndex });
}

/** The export once it has ended, where the person wants that. @throws NodeOperationError where it failed, or takes longer */
async function ended(job: IDataObject, node: IExecuteFunctions, index: number): Promise<IDataObject> {
  if (node.getNodeParameter('wait', index, true) !== true) return job;
  const guid = encodeURIComponent(String(job['guid']));
  const untilMs = Date.now() + Number(node.getNodeParameter('waitMinutes', index, 30)) * MS_OF_MINUTE;
  const signal = node.getExecutionCancelSignal();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
    const now = await jobOf(guid, node, index);
    if (hasEnded(now, node, index)) return now;
    if (Date.now() >= untilMs) throw unfinished(now, node, index);
    await delay(pauseMs, undefined, signal === undefined ? {} : { signal });
  }
}
