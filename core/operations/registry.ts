import { ACCOUNT_OPERATIONS } from '#core/operations/account.ts';
import type { Operation } from '#core/operations/define.ts';
import { EXPORT_OPERATIONS } from '#core/operations/exports.ts';
import { JOB_OPERATIONS } from '#core/operations/jobs.ts';
import { PLATFORM_OPERATIONS } from '#core/operations/platforms.ts';
import { SERVICE_OPERATIONS } from '#core/operations/service.ts';
import { TOKEN_OPERATIONS } from '#core/operations/tokens.ts';

/** Everything one can ask for. Surfaces are projections of this list. */
export const OPERATIONS: readonly Operation[] = [
  ...JOB_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...SERVICE_OPERATIONS,
];
