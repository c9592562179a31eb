import type { Command } from 'commander';
import type { z } from 'zod';
import { PLANS } from '#core/contract/job.ts';
import type { planLimitsSchema, quotaSchema } from '#core/owner/quota.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { KnownArgument } from '#core/surfaces/cli/known-values.ts';

type Quota = z.output<typeof quotaSchema>;
type PlanLimits = z.output<typeof planLimitsSchema>;

/** `usage` and `plan`. */
export function addAccountCommands(program: Command, { terminal, withClient }: CommandHost): void {
  program
    .command('usage')
    .description('what the plan allows API tokens, and what is used')
    .option(...AS_JSON)
    .action((flags: JsonFlag) =>
      withClient('records', async (client) => {
        if (flags.json === true) return terminal.print(JSON.stringify(await client.call('account.usage', {})));
        const quota = await client.call('account.quota', {});
        terminal.print(...usageLines(quota, await client.call('account.limits', {})));
      }),
    );
  program
    .command('plan')
    .addArgument(new KnownArgument('[name]', `the plan to use from now on: ${PLANS.join(', ')}`, PLANS))
    .description('print the plan in use, or switch it')
    .option(...AS_JSON)
    .action((plan: string | undefined, flags: JsonFlag) =>
      withClient('records', async (client) => {
        const asked = plan === undefined ? client.call('account.profile', {}) : client.callAsGiven('account.switch', { plan });
        const profile = await asked;
        terminal.print(flags.json === true ? JSON.stringify(profile) : profile.plan);
      }),
    );
}

function usageLines(quota: Quota, limits: PlanLimits): string[] {
  const row = (label: string, value: string): string => `  ${label.padEnd(26)} ${value}`;
  const used = (of: { readonly used: number; readonly allowed: number } | null): string =>
    of === null ? 'unlimited' : `${of.used} of ${of.allowed}`;
  return [
    `Plan ${quota.plan}${quota.enforced ? '' : ', limits off'}`,
    row('new exports, 24 hours', used(quota.per_24_hours)),
    row('new exports, 3 minutes', used(quota.per_3_minutes)),
    row('new exports, 5 minutes', used(quota.per_5_minutes)),
    row('running', used(quota.running)),
    row('waiting', used(quota.queued)),
    row('requests a minute', String(limits.requests_per_minute)),
    row('items per export', limits.max_comments_per_export.toLocaleString('en-US')),
    row('URLs per batch', limits.urls_per_batch === 0 ? 'no batches' : String(limits.urls_per_batch)),
    row('formats', limits.formats.join(', ')),
    row('platforms', limits.platforms === 'all' ? 'all' : 'the major ones'),
    'They hold for API tokens; what you export here or in the window waits for a free place at most.',
  ];
}
