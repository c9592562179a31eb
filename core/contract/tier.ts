import type { Plan } from '#core/contract/job.ts';

export const FILE_FORMATS = ['xlsx', 'csv', 'json', 'jsonl', 'parquet', 'sqlite', 'html', 'md', 'txt', 'gexf', 'edges'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** How the name of a file of `format` ends, behind the last dot of what it is called. */
export function fileEnding(format: FileFormat): string {
  return format === 'edges' ? 'edges.csv' : format;
}

/** The format that a file's name says, in whatever case; null: none of them. */
export function formatOfName(name: string): FileFormat | null {
  const lower = name.toLowerCase();
  const fits = FILE_FORMATS.filter((format) => lower.endsWith(`.${fileEnding(format)}`));
  return fits.toSorted((a, b) => fileEnding(b).length - fileEnding(a).length)[0] ?? null;
}

export interface Tier {
  readonly apiAccess: boolean;
  readonly requestsPerMinute: number;
  /** Null: unlimited. */
  readonly exportsPerDay: number | null;
  readonly concurrentExports: number;
  readonly queuedExports: number;
  readonly creationsPer3Minutes: number;
  readonly creationsPer5Minutes: number;
  readonly itemsPerExport: number;
  readonly webhooks: number;
  readonly schedules: number;
  readonly urlsPerBatch: number;
  readonly formats: readonly FileFormat[];
  readonly platforms: 'major' | 'all';
  readonly hourlyAndCronSchedules: boolean;
}

const premium: Tier = {
  apiAccess: true,
  requestsPerMinute: 60,
  exportsPerDay: 100,
  concurrentExports: 1,
  queuedExports: 3,
  creationsPer3Minutes: 7,
  creationsPer5Minutes: 10,
  itemsPerExport: 5_000,
  webhooks: 1,
  schedules: 3,
  urlsPerBatch: 25,
  formats: ['xlsx', 'csv'],
  platforms: 'major',
  hourlyAndCronSchedules: false,
};

const withoutApi: Tier = { ...premium, apiAccess: false, webhooks: 0, schedules: 0, urlsPerBatch: 0 };

/** Every limit of every plan, once. The windows are sliding; `itemsPerExport` bounds `options.limit`. */
export const TIERS = {
  free: withoutApi,
  personal: withoutApi,
  premium,
  business: {
    apiAccess: true,
    requestsPerMinute: 200,
    exportsPerDay: null,
    concurrentExports: 5,
    queuedExports: 5,
    creationsPer3Minutes: 30,
    creationsPer5Minutes: 15,
    itemsPerExport: 250_000,
    webhooks: 10,
    schedules: 20,
    urlsPerBatch: 100,
    formats: FILE_FORMATS,
    platforms: 'all',
    hourlyAndCronSchedules: true,
  },
} as const satisfies Record<Plan, Tier>;

export function tierOf(plan: Plan): Tier {
  return TIERS[plan];
}

/** The files of an export that names none. */
export function defaultFormats(plan: Plan): readonly FileFormat[] {
  return (['xlsx', 'csv', 'json'] as const).filter((format) => tierOf(plan).formats.includes(format));
}
