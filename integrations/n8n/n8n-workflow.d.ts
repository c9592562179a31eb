/** What of n8n's own types the nodes use: the package itself brings all of n8n's engine, and is there where they run. */
declare module 'n8n-workflow' {
  export interface IDataObject {
    [key: string]: unknown;
  }
  export interface IBinaryData {
    readonly data: string;
    readonly mimeType: string;
    readonly fileName?: string;
  }
  export interface INodeExecutionData {
    json: IDataObject;
    binary?: Record<string, IBinaryData>;
    pairedItem?: { item: number };
  }
  export interface INode {
    readonly name: string;
  }
  export interface IHttpRequestOptions {
    readonly url: string;
    readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    readonly body?: IDataObject;
    readonly qs?: IDataObject;
    readonly headers?: Record<string, string>;
    readonly json?: boolean;
    readonly encoding?: 'arraybuffer';
    readonly ignoreHttpStatusErrors?: boolean;
    readonly returnFullResponse?: boolean;
  }
  interface NodeFunctions {
    getNode(): INode;
    getCredentials(name: string): Promise<IDataObject>;
    readonly helpers: {
      httpRequestWithAuthentication(credential: string, options: IHttpRequestOptions): Promise<unknown>;
      prepareBinaryData(content: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
    };
  }
  export interface IExecuteFunctions extends NodeFunctions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
    continueOnFail(): boolean;
    getExecutionCancelSignal(): AbortSignal | undefined;
  }
  export interface IHookFunctions extends NodeFunctions {
    getNodeParameter(name: string): unknown;
    getNodeWebhookUrl(name: string): string | undefined;
    getWorkflowStaticData(kind: 'node'): IDataObject;
  }
  export interface IWebhookFunctions extends NodeFunctions {
    getHeaderData(): Readonly<Record<string, string | string[] | undefined>>;
    getBodyData(): IDataObject;
    getRequestObject(): { readonly rawBody?: Buffer };
    getResponseObject(): { status(code: number): { send(text: string): void } };
    getWorkflowStaticData(kind: 'node'): IDataObject;
  }
  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }
  export interface INodePropertyOption {
    readonly name: string;
    readonly value: string;
    readonly description?: string;
    readonly action?: string;
  }
  export interface INodeProperties {
    readonly displayName: string;
    readonly name: string;
    readonly type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'collection' | 'dateTime';
    readonly default: unknown;
    readonly required?: boolean;
    readonly noDataExpression?: boolean;
    readonly description?: string;
    readonly placeholder?: string;
    readonly options?: readonly (INodePropertyOption | INodeProperties)[];
    readonly typeOptions?: { readonly password?: boolean; readonly minValue?: number; readonly maxValue?: number };
    readonly displayOptions?: { readonly show: Readonly<Record<string, readonly unknown[]>> };
  }
  export interface INodeTypeDescription {
    readonly displayName: string;
    readonly name: string;
    readonly icon: string;
    readonly group: readonly string[];
    readonly version: number;
    readonly subtitle?: string;
    readonly description: string;
    readonly defaults: { readonly name: string };
    readonly inputs: readonly 'main'[];
    readonly outputs: readonly 'main'[];
    readonly credentials: readonly { readonly name: string; readonly required: boolean }[];
    readonly webhooks?: readonly {
      readonly name: string;
      readonly httpMethod: 'POST';
      readonly responseMode: 'onReceived';
      readonly path: string;
    }[];
    readonly usableAsTool?: true;
    readonly properties: readonly INodeProperties[];
  }
  export interface INodeType {
    readonly description: INodeTypeDescription;
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    readonly webhookMethods?: Readonly<Record<string, Readonly<Record<string, (this: IHookFunctions) => Promise<boolean>>>>>;
  }
  export interface ICredentialType {
    readonly name: string;
    readonly displayName: string;
    readonly icon?: string;
    readonly properties: readonly INodeProperties[];
    readonly authenticate: { readonly type: 'generic'; readonly properties: IDataObject };
    readonly test: { readonly request: { readonly baseURL: string; readonly url: string } };
  }
  /** What n8n shows beside the node that failed. */
  export class NodeOperationError extends Error {
    constructor(node: INode, message: string, options?: { readonly itemIndex?: number; readonly description?: string });
  }
}
