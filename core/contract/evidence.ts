import type { Completeness } from '#core/contract/completeness.ts';
import type { JobTarget } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { Pseudonyms } from '#core/contract/pseudonyms.ts';

/** `facts.json` of an evidence package: what was asked for, by what, when and how, and what came of it. Instants are ISO 8601. */
export interface EvidenceFacts {
  /** Of this file. */
  readonly format: 1;
  readonly program: { readonly name: 'Commentdock'; readonly version: string };
  /** `recorded`: as in `PlatformInfo`. Which pack read it, where one did, the ledger says. */
  readonly platform: { readonly id: string; readonly name: string; readonly recorded: string | null };
  /** Null in a package with pseudonyms but for the options that tell nothing of anybody. */
  readonly query: { readonly url: string | null; readonly target: JobTarget | null; readonly options: JobOptions };
  readonly exportType: string;
  readonly guid: string;
  readonly times: {
    readonly created: string;
    readonly started: string | null;
    readonly finished: string | null;
    readonly packed: string;
  };
  /** Names of the owner's routes, and the country where they come out, as far as it is known. `direct`: none was used. */
  readonly route: { readonly used: readonly string[] | 'direct'; readonly countries: readonly string[] };
  /** Whether cookies of a session or a saved account were used, or may have been. */
  readonly loggedIn: boolean;
  readonly sandbox: boolean;
  readonly ledger: Completeness;
  readonly pseudonyms: Pseudonyms | null;
  /** Why raw answers are in the package, or are not. */
  readonly raw: string;
}
