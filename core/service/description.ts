import { z } from 'zod';
import { homeFolder } from '#core/config/data-folder.ts';
import { type SettingInForce, settingsInForce } from '#core/config/shown-settings.ts';
import { VERSION } from '#core/config/version.ts';
import { jobErrorCodeSchema } from '#core/contract/error.ts';
import { JOB_STATUSES, PLANS } from '#core/contract/job.ts';
import { exportTypeSchema } from '#core/contract/options.ts';
import { defineOperation, type ServiceContext } from '#core/service/context.ts';
import { type Finding, FINDING_SUBJECTS, FOLDER_PARTS } from '#core/service/ports.ts';

/** Exports that the diagnostics tell of. */
const LAST_EXPORTS = 50;
/** Findings whose words may name other machines or people. */
const NAMING: ReadonlySet<Finding['subject']> = new Set(['proxy', 'certificates']);
const FOLDER = '(data folder)';
const NONE = 'none';
const SET = '(set)';
const DEFAULT = '(default)';

const count = z.int().min(0);
const findingSchema = z.object({
  subject: z.enum(FINDING_SUBJECTS),
  ok: z.boolean().meta({ description: 'False where something is amiss.' }),
  words: z.string().meta({ examples: ['Chromium (/usr/bin/chromium)'] }),
  hint: z
    .string()
    .nullable()
    .meta({ description: 'What to do; null where there is nothing.', examples: [null] }),
});
const settingSchema = z.object({
  variable: z.string().meta({ description: 'The environment variable that sets it.', examples: ['COMMENTDOCK_PORT'] }),
  about: z.string().meta({ examples: ['Port of the service; 0 takes any free one.'] }),
  value: z
    .string()
    .nullable()
    .meta({ description: 'What is in force; null where nothing is set. Secrets and passwords are shown as ***.', examples: ['4780'] }),
  is_set: z.boolean().meta({ description: 'True where the environment or the configuration file gives something other than the default.' }),
});
const describedSchema = z.object({
  version: z.string().meta({ examples: [VERSION] }),
  node: z.string().meta({ examples: ['v24.0.0'] }),
  system: z.string().meta({ examples: ['linux x64'] }),
  data_dir: z.string().meta({ examples: ['/home/me/.local/share/commentdock'] }),
  sizes: z.array(z.object({ part: z.enum(FOLDER_PARTS), bytes: count })),
  findings: z.array(findingSchema),
  settings: z.array(settingSchema),
});

const describe = defineOperation({
  name: 'service.describe',
  summary: 'Describe the service and its machine',
  description: 'Version, data folder with the sizes of its parts, what a look at the machine found, and every setting in force.',
  scope: 'read',
  input: z.object({}),
  output: describedSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/service', status: 200, auth: 'owner' },
  cli: { command: 'service' },
  run: (_input, context) => described(context),
});

const diagnosticsSchema = describedSchema.extend({
  made_at: z.iso.datetime(),
  plan: z.enum(PLANS),
  counts: z.object({ accounts: count, routes: count, pools: count, schedules: count, webhooks: count, tokens: count }),
  exports: z.array(
    z.object({
      platform: z.string().meta({ examples: ['youtube'] }),
      export_type: exportTypeSchema,
      status: z.enum(JOB_STATUSES),
      error_code: jobErrorCodeSchema.nullable().meta({ examples: [null] }),
      exported: count,
      requests: count,
      retries: count,
      waits: count,
      doors: z.array(z.string()).meta({ examples: [['in-page API']] }),
      sample: z.boolean(),
      created_at: z.iso.datetime(),
    }),
  ),
});

const diagnostics = defineOperation({
  name: 'service.diagnostics',
  summary: 'Put diagnostics together',
  description:
    'What helps to find a fault, to be looked into and sent by hand: the description of the service, numbers of what is saved, and how the last exports went. Without addresses, texts, names, cookies, keys and passwords. Nothing is sent anywhere.',
  scope: 'read',
  input: z.object({}),
  output: diagnosticsSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/service/diagnostics', status: 200, auth: 'owner' },
  cli: { command: 'service diagnostics' },
  async run(_input, context) {
    const { jobs, accounts, routes, pools, schedules, webhooks, tokens, settings, now } = context;
    const all = { page: 1, limit: Number.MAX_SAFE_INTEGER };
    return {
      made_at: new Date(now()).toISOString(),
      plan: settings.plan(),
      ...withoutNames(await described(context), context),
      counts: {
        accounts: accounts.list().length,
        routes: routes.names().length,
        pools: pools.uuids().length,
        schedules: schedules.list(all).length,
        webhooks: webhooks.list({ ...all, urlPart: null }).length,
        tokens: tokens.list(null).length,
      },
      exports: jobs.list({ page: 1, limit: LAST_EXPORTS }).map((job) => ({
        platform: job.platform,
        export_type: job.target.type,
        status: job.status,
        error_code: job.errorCode,
        exported: job.exported,
        requests: job.completeness.requests,
        retries: job.completeness.retries,
        waits: job.completeness.waits.count,
        doors: [...job.completeness.doors],
        sample: job.sandbox,
        created_at: new Date(job.createdAtMs).toISOString(),
      })),
    };
  },
});

export const SERVICE_DESCRIPTION_OPERATIONS = [describe, diagnostics];

async function described({ machine, config }: ServiceContext): Promise<z.output<typeof describedSchema>> {
  const [sizes, findings] = await Promise.all([machine.sizes(), machine.findings()]);
  return {
    version: VERSION,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    data_dir: config.dataDir,
    sizes: [...sizes],
    findings: [...findings],
    settings: settingsInForce(config).map(presentSetting),
  };
}

/** What is to leave the machine says no more of it than whether something is set: paths hold names, and addresses may hold keys. */
function withoutNames(all: z.output<typeof describedSchema>, { config }: ServiceContext): z.output<typeof describedSchema> {
  const home = homeFolder() ?? config.dataDir;
  const plain = (words: string): string => words.replaceAll(config.dataDir, FOLDER).replaceAll(home, '~');
  const texts = new Set(settingsInForce(config).flatMap(({ variable, isFreeText }) => (isFreeText ? [variable] : [])));
  return {
    ...all,
    data_dir: FOLDER,
    findings: all.findings.map((finding) => ({
      ...finding,
      words: NAMING.has(finding.subject) && finding.words !== NONE ? SET : plain(finding.words),
      hint: finding.hint === null ? null : plain(finding.hint),
    })),
    settings: all.settings.map((setting) =>
      texts.has(setting.variable) && setting.value !== null ? { ...setting, value: setting.is_set ? SET : DEFAULT } : setting,
    ),
  };
}

function presentSetting({ variable, about, value, isSet }: SettingInForce): z.output<typeof settingSchema> {
  return { variable, about, value, is_set: isSet };
}
