/** The parts of a peer that its test calls; the package brings no types. */
declare module 'stackexchange' {
  type Answered = (error: Error | undefined, body: { readonly items: readonly Row[]; readonly has_more: boolean }) => void;
  type Call = (criteria: Record<string, string | number>, answered: Answered, ids: readonly number[]) => void;
  interface Row {
    readonly answer_id?: number;
    readonly comment_id?: number;
    readonly body: string;
    readonly owner: { readonly display_name: string };
    readonly creation_date: number;
  }
  export default class StackExchange {
    constructor(options: { readonly version: string });
    readonly questions: { readonly answers: Call; readonly comments: Call };
    readonly answers: { readonly comments: Call };
  }
  export type { Call, Row };
}
