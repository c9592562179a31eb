import type { Operation } from '#core/operations/define.ts';

/** What the operations are grouped under, in the order in which people look for them. */
export const TAGS: Readonly<Record<string, string>> = {
  jobs: 'An export of one URL: start it, watch it, stop it, try it again.',
  views: 'Filters of the list of exports under a name.',
  exports: 'The files of an export.',
  batches: 'Many URLs at once, under the same options.',
  bulk: 'Several finished exports in one ZIP archive, or in one file.',
  conversions: 'Further file formats of what an export holds.',
  presets: 'Layouts of files under a name.',
  pseudonyms: 'Names that stand for people in the files of a project.',
  sentiment: 'Who judges the tone of texts, and what judging takes.',
  winners: 'Random draws among the comments of an export, which anyone can check.',
  remarks: 'Stars, notes and tags of rows.',
  schedules: 'Exports that run again and again.',
  webhooks: 'Signed messages to other programs when an export starts, ends or fails.',
  realtime: 'Events as they happen, over a WebSocket.',
  platforms: 'What can be exported.',
  packs: 'Platforms that came after the program: signed packs, and whom the owner trusts to make them.',
  vpn: 'The names of routes, for everybody.',
  routes: 'Ways for the requests of an export: a proxy under a name.',
  pools: 'Lists of proxies that an export takes in turn.',
  accounts: 'Sessions of the owner at platforms, for what needs a login.',
  account: 'The plan, its limits, and what of them is used.',
  tokens: 'The keys to this interface.',
  signin: 'Signing a browser in.',
  oauth: 'The way for other programs to ask the owner for access.',
  assistants: 'Programs of others that ask through tools or OAuth.',
  mcp: 'The same operations as tools of the Model Context Protocol.',
  zapier: 'The same webhooks under the names that no-code automation expects.',
  service: 'The service itself.',
  browser: 'The browser for platforms that need one.',
  preferences: 'What the owner chose while the service runs.',
  members: 'People besides the owner.',
  audit: 'Who did what.',
  pages: 'Pages for people.',
};

/** The first part of the operation's name. */
export function tagOf({ name }: Pick<Operation, 'name'>): string {
  return name.split('.')[0] ?? name;
}
