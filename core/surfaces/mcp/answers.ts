/** What clients ask once they are connected; the rest of the protocol is the SDK's. */
export const ANSWERED = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;
export type AnsweredMethod = (typeof ANSWERED)[number];

export type Params = Readonly<Record<string, unknown>>;
export type Result = Readonly<Record<string, unknown>>;

/** One request, and the way back to whoever sent it. */
export interface Asked {
  readonly method: AnsweredMethod;
  readonly params: Params;
  /** Aborts where the answer is not wanted any more. */
  readonly signal: AbortSignal;
  /** Null where the client does not ask for it. */
  readonly progressToken: string | number | null;
  /** `notifications/progress` with these params. */
  notifyProgress(params: Params): void;
}

/** Where answers come from: the core of this process, or the service that runs on the data folder. */
export interface Answers {
  /** @throws ProtocolFailure for what the protocol calls an error */
  answer(asked: Asked): Promise<Result>;
}

/** Codes of JSON-RPC and of MCP. */
export const RPC_CODES = { unauthorized: -32_001, invalidParams: -32_602, internal: -32_603, parse: -32_700, refused: -32_000 } as const;

/** An error of JSON-RPC. */
export class ProtocolFailure extends Error {
  override readonly name = 'ProtocolFailure';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
