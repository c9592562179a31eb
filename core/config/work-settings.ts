import { type Config, settingValue } from '#core/config/config.ts';
import { type SettingName } from '#core/config/settings.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** How many exports a machine runs at once that is there for it, where nobody says more. */
const LANES = 4;

/** What was given to a command in place of settings. */
interface WorkWords {
  readonly lanes?: string;
  readonly platforms?: string;
  readonly routes?: string;
}

/**
 * The settings of a machine that runs exports of a database.
 * @param who the command, as the sentence of a refusal begins
 * @throws CommentdockError INVALID_REQUEST where there is no database, or a word is not what it may be
 */
export function workingConfig(config: Config, { lanes, platforms, routes }: WorkWords, who: string): Config {
  if (config.databaseUrl === null)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `${who} runs exports of a database that machines share: set COMMENTDOCK_DATABASE_URL. Without one \`commentdock serve\` runs them itself.`,
    );
  const given = (name: SettingName, flag: string, value: string | undefined): object =>
    value === undefined ? {} : { [name]: settingValue(name, value, { what: flag, shown: `"${value}"` }) };
  const working = {
    ...config,
    workLanes: config.workLanes ?? LANES,
    ...given('workLanes', '--lanes', lanes),
    ...given('workPlatforms', '--platforms', platforms),
    ...given('workRoutes', '--routes', routes),
  };
  if (working.workLanes === 0) throw new CommentdockError('INVALID_REQUEST', `${who} takes at least one lane.`);
  return working;
}
