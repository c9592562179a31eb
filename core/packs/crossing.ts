// What crosses between the house and the code of a pack: plain data, and the functions that are named here. Both sides hold to it.
import type { CommentdockError } from '#core/contract/error.ts';
import type {
  ChosenTarget,
  ExportOptions,
  Json,
  Next,
  Page,
  PastedUrl,
  PlatformDefinition,
  PlatformFacts,
  TargetParams,
} from '#core/platform-api/define.ts';
import type {
  Answer,
  AnswerMatch,
  CapturedAnswer,
  InPageRequest,
  LineMessage,
  LineRequest,
  Navigation,
  PageRequest,
  PlatformRequest,
  Scrolling,
} from '#core/platform-api/session.ts';

/** `Answer` without what a schema is needed for. */
export interface CrossedAnswer extends Pick<Answer, 'status' | 'headers' | 'url' | 'text'> {
  readonly fetchedAtMs: number;
  readonly isPart: boolean;
  readonly refusal: CommentdockError | null;
  readonly isJson: () => boolean;
  /** The body as JSON. @throws PlatformChanged */
  readonly parsed: () => unknown;
}

export interface CrossedPage extends CrossedAnswer {
  /** @throws PlatformChanged where the page has none of this name */
  readonly global: (name: string) => unknown;
}

export type CrossedCaptured = CrossedAnswer & Pick<CapturedAnswer, 'request'>;
type Until = ((answer: CrossedCaptured) => boolean) | null;

/** `Session` as it crosses. What it is given is plain too, and what its functions throw is of the house's classes. */
export interface HouseSession {
  readonly options: ExportOptions;
  readonly hasCookies: () => boolean;
  readonly cookie: (url: string, name: string) => string | null;
  readonly userAgent: (url: string) => Promise<string>;
  readonly fetch: (request: PlatformRequest) => Promise<CrossedAnswer>;
  readonly json: (request: PlatformRequest) => Promise<unknown>;
  readonly inPage: (request: InPageRequest) => Promise<CrossedAnswer>;
  readonly inPageJson: (request: InPageRequest) => Promise<unknown>;
  readonly page: (request: PageRequest) => Promise<CrossedPage>;
  readonly capture: (
    navigate: Navigation,
    match: Omit<AnswerMatch, 'until'>,
    until: Until,
  ) => Promise<{ readonly page: CrossedAnswer | null; readonly answers: readonly CrossedCaptured[] }>;
  readonly scroll: (
    navigate: Navigation,
    match: Omit<AnswerMatch, 'until'>,
    until: Until,
    how: Scrolling,
  ) => Promise<{ readonly answers: readonly CrossedCaptured[]; readonly ended: boolean }>;
  readonly listen: (
    request: Omit<LineRequest, 'reply' | 'until'>,
    reply: ((message: LineMessage) => LineMessage | null) | null,
    until: ((message: LineMessage) => boolean) | null,
  ) => Promise<{
    readonly messages: readonly { readonly data: LineMessage; readonly atMs: number }[];
    readonly isNew: boolean;
    readonly isOpen: boolean;
  }>;
  readonly once: (key: string, make: () => Promise<unknown>) => Promise<unknown>;
  readonly forget: (key: string) => void;
  readonly learntValue: (name: string) => string | null;
  readonly noteLearnt: (name: string, value: string, source: string) => void;
  readonly dropLearnt: (name: string, value: string) => void;
}

/** `PastedUrl` as it crosses: its query stands in the address. */
export type CrossedUrl = Omit<PastedUrl, 'query'>;

/** What of a definition is data, beside its facts. Expressions cross by their texts. */
interface OwnData extends Pick<PlatformDefinition, 'hosts' | 'staticHosts'> {
  readonly facts: PlatformFacts;
  readonly walls: unknown;
}

/** A target that claims an address. */
export interface CrossedClaim {
  readonly target: string;
  readonly params: TargetParams;
}

/** A platform as it crosses: what the code of a pack gives to the house. */
export interface PackPort {
  readonly own: OwnData;
  readonly claims: (url: CrossedUrl) => readonly CrossedClaim[];
  readonly start: (target: ChosenTarget, options: ExportOptions) => readonly Next[];
  readonly fetchPage: (cursor: Json, session: HouseSession) => Promise<Page>;
  readonly pastedHosts: ((params: TargetParams) => readonly string[]) | null;
  readonly domainsOf: ((params: TargetParams) => readonly string[]) | null;
}

/** An expression as it crosses. */
export interface CrossedExpression {
  readonly source: string;
  readonly flags: string;
}
