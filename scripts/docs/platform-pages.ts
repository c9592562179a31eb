/** The pages about platforms: one of all, one of each, and the table in the README. */
import { SELECTORS } from '#core/contract/options.ts';
import type { PlatformDefinition, Target } from '#core/platform-api/define.ts';
import { code, list, page, table } from './markdown.ts';
import { UNPROVEN } from './unproven.ts';

const STATES = [
  '**proven**: every list is read as it stands in answers that were recorded at the site, the newest of that date;',
  '**in part**: some of it is, and its page says what is not;',
  '**simulated**: written from documentation and other people’s clients, and tested against a simulator of the site alone.',
].join(' ');

/** By file name below docs/. */
export function platformPages(platforms: readonly PlatformDefinition[]): readonly (readonly [name: string, text: string])[] {
  return [
    ['platforms.md', overview(platforms)],
    ...platforms.map((platform) => [`platforms/${platform.id}.md`, platformPage(platform)] as const),
  ];
}

/** What the README says of all platforms. */
export function readmePlatforms(platforms: readonly PlatformDefinition[]): string {
  const rows = platforms.map((platform) => [
    `[${platform.name}](docs/platforms/${platform.id}.md)`,
    state(platform),
    platform.description.replace(/\.$/, ''),
  ]);
  return `${STATES}\n\n${table(['Platform', 'State', 'Gives'], rows)}`;
}

function overview(platforms: readonly PlatformDefinition[]): string {
  const rows = platforms.map((platform) => [
    `[${platform.name}](platforms/${platform.id}.md)`,
    code(platform.id),
    state(platform),
    platform.category,
    plans(platform),
    list(platform.options.map(code)),
    list((platform.sorts ?? []).map(code)),
    platform.cookies.need,
  ]);
  return page('Platforms', [
    'Every option of the engine (`limit`, `minTimestamp`, `maxTimestamp`, `cursor`) works everywhere. The first sort is the default.',
    `States: ${STATES} [peers.md](peers.md#what-the-simulators-are-drawn-from) says what simulators are drawn from. \`commentdock check\` asks the sites themselves, and \`commentdock platforms checks\` says when each was last seen to work on your machine.`,
    table(['Platform', 'Id', 'State', 'Category', 'Plans', 'Further options', 'Sorts', 'Cookies'], rows),
  ]);
}

function platformPage(platform: PlatformDefinition): string {
  const shown = platform.targets.filter((target) => target.patterns.length > 0);
  const addresses = shown.map((target) => [target.patterns.map(code).join('<br>'), ...exportCells(target)]);
  const example = shown[0]?.examples[0] ?? platform.homepage;
  return page(platform.name, [
    platform.description,
    provenWords(platform),
    `\`\`\`sh\ncommentdock export '${example}'\ncommentdock check ${platform.id}     # does it work today, from this machine?\n\`\`\``,
    `## Addresses\n\n${table(['URL', 'Gives', 'With an option'], addresses)}`,
    `## What you can choose\n\n${table(['', ''], choices(platform))}`,
    ...ledgerWords(platform),
    `## Compared with\n\n${comparison(platform)}`,
    'Options: [options.md](../options.md). Refused, or less than you expected: [blocked.md](../blocked.md). All platforms: [platforms.md](../platforms.md).',
  ]);
}

function provenWords({ id, recorded }: PlatformDefinition): string {
  if (recorded === null)
    return 'State: **simulated**. Written from documentation and other people’s clients; [peers.md](../peers.md#what-the-simulators-are-drawn-from) says which.';
  const missing = UNPROVEN[id];
  return missing === undefined
    ? `State: **proven** on answers of ${recorded}.`
    : `State: proven **in part**, on answers of ${recorded}. Simulated so far: ${missing}.`;
}

function state({ id, recorded }: PlatformDefinition): string {
  if (recorded === null) return 'simulated';
  return `${UNPROVEN[id] === undefined ? 'proven' : 'in part'}, ${recorded}`;
}

function choices(platform: PlatformDefinition): readonly (readonly string[])[] {
  const { names = [], passes = [], hint, need } = platform.cookies;
  const login = [
    need,
    ...(hint === undefined ? [] : [hint]),
    ...(names.length === 0 ? [] : [`Cookies: ${list(names.map(code))}.`]),
    ...(passes.length === 0 ? [] : [`Kept for the next export without cookies of yours: ${list(passes.map(code))}.`]),
    ...(need === 'none' ? [] : [`\`commentdock login ${platform.id}\` saves an account: [accounts.md](../accounts.md).`]),
  ];
  return [
    ['Further options', list(platform.options.map(code)) || 'none'],
    ['Sorts, the default first', list((platform.sorts ?? []).map(code)) || 'none'],
    ...((platform.ignores ?? []).length === 0 ? [] : [['Accepted without effect', list((platform.ignores ?? []).map(code))]]),
    ['Plans of the API', plans(platform)],
    ['Login', login.join(' · ')],
  ];
}

function ledgerWords({ withoutTotal = [] }: PlatformDefinition): readonly string[] {
  if (withoutTotal.length === 0) return [];
  return [
    `## What the ledger cannot tell\n\nNothing that is read says how long these lists are, so nobody knows what is missing: ${list(withoutTotal.map(words))}. Of all others the platform states a number, at least at one door.`,
  ];
}

function comparison({ comparedWith }: PlatformDefinition): string {
  if (comparedWith.length === 0) return 'No public client was found to compare it with.';
  const clients = list(comparedWith.map(({ client, date }) => `${client} (${date})`));
  return `Public clients whose code was read beside ours, for calls, parameters and fields, each with the date of its newest change then: ${clients}. Nobody ran them.`;
}

function plans({ tier }: PlatformDefinition): string {
  return tier === 'major' ? 'Premium and Business' : 'Business';
}

function exportCells(target: Target): [own: string, selected: string] {
  const selected = SELECTORS.flatMap((selector) => {
    const row = target.exports[selector];
    return row ? [`${code(selector)}: ${words(row.type)}`] : [];
  });
  const own = target.exports.own;
  return [own ? words(own.type) : 'needs an option', selected.join('<br>')];
}

function words(exportType: string): string {
  return exportType.replaceAll('_', ' ');
}
