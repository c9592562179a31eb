/** What cannot be asked of a team, and why: a whole file, or those of its tests whose full name contains `name`. */
interface NotForTeams {
  readonly file: string;
  readonly name?: string;
  readonly why: string;
}

export const NOT_FOR_TEAMS: readonly NotForTeams[] = [
  ...[
    ['test/clients/realtime/events.test.ts', 'what was said, who is there, and what nobody offers'],
    ['test/clients/realtime/many.test.ts', '1000 connections at once'],
  ].map(([file = '', name = '']) => ({ file, name, why: 'who is there is said of the clients of one machine' })),
  {
    file: 'test/clients/realtime/connection.test.ts',
    name: 'comes back after a restart, with another epoch',
    why: 'the numbers of what is announced are those of the database, and go on',
  },
  ...[
    ['test/contract/account.test.ts', 'token.value'],
    ['test/contract/account.test.ts', 'token.upgrade'],
    ['test/clients/rest/tokens.test.ts', 'is generated, listed, read'],
    ['test/clients/rest/tokens.test.ts', 'may revoke itself'],
    ['test/clients/rest/tokens.test.ts', 'survives a restart'],
    ['test/clients/realtime/connection.test.ts', 'opens nothing once that is revoked'],
  ].map(([file = '', name = '']) => ({
    file,
    name,
    why: 'behind a public address the value of a token is shown in windows and at the machine itself, and not to another token',
  })),
  {
    file: 'test/clients/rest/restart.test.ts',
    name: 'a kill while files are written',
    why: 'files of a team are written when somebody asks for them',
  },
  {
    file: 'test/clients/oauth/mcp-sdk.test.ts',
    name: 'at localhost',
    why: 'a machine is known by all of its own names, and a team by its public address alone',
  },
  {
    file: 'test/clients/rest/damaged-files.test.ts',
    name: 'a damaged file that can be made anew',
    why: 'requests are counted in the database, and an index lies where it was asked for',
  },
  ...[
    ['test/clients/rest/cached-files.test.ts', 'gives a file that is not in its folder'],
    ['test/clients/rest/bucket.test.ts', 'are put there once'],
  ].map(([file = '', name = '']) => ({ file, name, why: 'looks into the folder of one machine, and any may have been asked' })),
  { file: 'test/clients/rest/kept-exchanges.test.ts', why: 'reads the file of a data folder' },
  { file: 'test/clients/rest/full-disk.test.ts', why: 'fills a data folder; what a team stores is in its database' },
];
