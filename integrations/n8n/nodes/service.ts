import { type IDataObject, type IHttpRequestOptions, type INode, NodeOperationError } from 'n8n-workflow';

export const CREDENTIAL = 'commentdockApi';

/** What a node of any kind gives for asking the service. */
interface Asking {
  getNode(): INode;
  getCredentials(name: string): Promise<IDataObject>;
  readonly helpers: { httpRequestWithAuthentication(credential: string, options: IHttpRequestOptions): Promise<unknown> };
}

/** A request by its path. */
type Question = Omit<IHttpRequestOptions, 'url'> & { readonly path: string; readonly itemIndex?: number };

interface FullAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/**
 * Asks the service, with the token of the credential.
 * @throws NodeOperationError with the service's own words
 */
export async function ask(node: Asking, { path, itemIndex, ...request }: Question): Promise<FullAnswer> {
  const { baseUrl } = await node.getCredentials(CREDENTIAL);
  const answer = (await node.helpers.httpRequestWithAuthentication(CREDENTIAL, {
    json: request.encoding === undefined,
    ...request,
    url: `${String(baseUrl).replace(/\/+$/, '')}${path}`,
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
  })) as FullAnswer;
  if (answer.statusCode < 300) return answer;
  throw refusal(node, answer, itemIndex);
}

function refusal(node: Asking, { statusCode, body }: FullAnswer, itemIndex: number | undefined): NodeOperationError {
  const { error_code: code, detail } = errorOf(body);
  const place = itemIndex === undefined ? {} : { itemIndex };
  if (code === undefined) return new NodeOperationError(node.getNode(), `Commentdock answered ${statusCode}`, place);
  return new NodeOperationError(node.getNode(), `${code}: ${detail ?? ''}`, place);
}

/** Of a file that was refused the body comes as bytes. */
function errorOf(body: unknown): { readonly error_code?: string; readonly detail?: string } {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : body;
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
