import { CommentdockError } from '#core/contract/error.ts';
import type { RunSession } from '#core/engine/ports.ts';
import { userAgentOf } from '#core/accounts/user-agent.ts';
import { recordedFleet } from '#core/network/browser/recorded-fleet.ts';
import type { Pacer } from '#core/network/pacing.ts';
import { arrivedOf, RecordedAnswers, type RecordedExchange } from '#core/network/recorded-answers.ts';
import { openRunSession } from '#core/network/session.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import type { Transport } from '#core/network/transport.ts';
import type { ExportOptions, PlatformDefinition } from '#core/platform-api/define.ts';

interface RecordedRun {
  readonly platform: PlatformDefinition;
  readonly options: ExportOptions;
  /** As `NetworkPort.openSession` takes them. */
  readonly pastedHosts: readonly string[];
  readonly exchanges: readonly RecordedExchange[];
  /** What the run knew before (`Session.once`). */
  readonly known: Readonly<Record<string, unknown>>;
}

/** Every request starts at once. */
const UNHURRIED: Pacer = {
  enter: async (_host, { ceiling }) => ({ startedAtMs: 0, ceiling }),
  leave: () => undefined,
  close: () => undefined,
};

/**
 * A session that nothing leaves: kept exchanges answer, under all rules that hold for answers of the wire. What they do not hold is told as a broken
 * wire. Nothing is asked for twice.
 */
export function openRecordedRun({ platform, options, pastedHosts, exchanges, known }: RecordedRun): RunSession {
  const answers = new RecordedAnswers(exchanges);
  const now = (): number => exchanges.at(-1)?.startedAtMs ?? 0;
  const run = {
    jobGuid: '',
    platform,
    options,
    pastedHosts,
    cookies: cookiesSent(exchanges),
    userAgent: exchanges.map(({ request }) => request.headers['user-agent']).find((agent) => agent !== undefined) ?? null,
    retryBudget: { left: 0 },
  };
  return openRunSession(run, {
    transport: transportOf(answers),
    pacer: UNHURRIED,
    retryScale: 0,
    now,
    browsers: recordedFleet(answers),
    guard: createTargetGuard({ allowedInnerHosts: null }),
    exit: { browserRoute: () => ({ key: 'recorded', proxy: null }), failureOf: () => null },
    installedAgent: async () => ({
      userAgent: userAgentOf({ engine: 'chromium', brand: 'Chromium', major: 1, platform: 'linux' }),
      hints: {},
    }),
    pagePatience: 0,
    known,
  });
}

function transportOf(answers: RecordedAnswers): Transport {
  const unknown = (what: string): CommentdockError => new CommentdockError('NETWORK', `${what} is not among the exchanges that were kept.`);
  return {
    async exchange({ method, url, body }) {
      const found = answers.to({ method, url, body });
      if (found === null) throw unknown(`${method} ${url.host}${url.pathname}`);
      return arrivedOf(found);
    },
    call: () => Promise.reject(unknown('A WebSocket')),
    close: async () => undefined,
  };
}

/** By name: whose they were, their domains do not say any more. */
function cookiesSent(exchanges: readonly RecordedExchange[]): Record<string, string> {
  const pairs = exchanges.flatMap(({ request }) => (request.headers['cookie'] ?? '').split(';'));
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals < 1 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
    }),
  );
}
