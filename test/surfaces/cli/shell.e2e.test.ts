import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '#core/config/version.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { own, ownFolder } from '#test/own.ts';
import { programToStart } from '#test/program.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { startWorld } from '#test/world/world.ts';
import { NODE_FLAGS } from '../../../bin/node-flags.js';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const APP = 'https://store.steampowered.com/app/10/';
/** An export of a sample, which asks nobody. */
const SAMPLE = `commentdock '${VIDEO}' --sandbox`;
const ROW = String.raw`\{"id":"[^"]+",.*"_sandbox":true\}\n`;

interface Case {
  /** What a shell is given. */
  readonly line: string;
  readonly stdin?: string;
  readonly exitCode: number;
  readonly stdout: RegExp;
  readonly stderr: RegExp;
  /** `alone`: on a data folder of its own that no service has. */
  readonly where?: 'alone';
}

const NOTHING = /^$/;
const ANYTHING = /^/;
const LEDGER = /Completeness\n {2}the platform states/;

/** Each ends in this way in bash, in a folder of its own. */
const CASES: readonly Case[] = [
  // What is meant.
  { line: 'commentdock --version', exitCode: 0, stdout: new RegExp(`^${VERSION.replaceAll('.', '\\.')}\n$`), stderr: NOTHING },
  { line: 'commentdock', exitCode: 2, stdout: NOTHING, stderr: /^Usage: commentdock/ },
  {
    line: `${SAMPLE} -f csv`,
    exitCode: 0,
    stdout: /^Files\n {2}\/\S+\/exports\/youtube-comments_\S+\.csv\nCompleteness\n/,
    stderr: ANYTHING,
  },
  { line: `commentdock --sandbox -f csv --json '${VIDEO}'`, exitCode: 0, stdout: /^\{.*"status":"done".*\}\n$/, stderr: ANYTHING },
  { line: 'commentdock exprot x', exitCode: 2, stdout: NOTHING, stderr: /unknown command 'exprot'\n\(Did you mean export\?\)/ },
  { line: 'commentdock jobs gte x', exitCode: 2, stdout: NOTHING, stderr: /unknown command 'jobs gte'\n\(Did you mean get\?\)/ },
  { line: `commentdock '${VIDEO}' --repiles`, exitCode: 2, stdout: NOTHING, stderr: /'--repiles'\n\(Did you mean --replies\?\)/ },
  { line: `commentdock '${VIDEO}' --since 2026`, exitCode: 2, stdout: NOTHING, stderr: /'--since'\n\(Did you mean --min-date\?\)/ },
  {
    line: `commentdock ${APP} '${VIDEO}'`,
    exitCode: 2,
    stdout: NOTHING,
    stderr: /Many are a batch:\n {2}commentdock batch 'https:\S+' 'https:\S+'\n/,
  },
  {
    line: 'commentdock export https://x.com/search?q=a b',
    exitCode: 2,
    stdout: NOTHING,
    stderr: /wants quotes: 'https:\/\/x\.com\/search\?q=a b'/,
  },
  { line: 'commentdock yuotube.com/watch?v=x', exitCode: 2, stdout: NOTHING, stderr: /^INVALID_URL: .*Did you mean youtube\.com\?\n$/ },
  // Rows on standard output.
  { line: `${SAMPLE} -o -`, exitCode: 0, stdout: new RegExp(`^(${ROW}){10,}$`), stderr: LEDGER },
  { line: `${SAMPLE} -o -`, exitCode: 0, stdout: new RegExp(`^(${ROW}){10,}$`), stderr: LEDGER, where: 'alone' },
  { line: `${SAMPLE} -o - -f json -n 2`, exitCode: 0, stdout: /^\[\n\{.*\},\n\{.*\}\n\]\n$/, stderr: LEDGER },
  { line: `${SAMPLE} -o - -f csv -n 2`, exitCode: 0, stdout: /^#,.*\r\n1,.*\r\n2,/, stderr: LEDGER },
  { line: `${SAMPLE} -o - -f xlsx | head -c 2`, exitCode: 0, stdout: /^PK$/, stderr: ANYTHING },
  { line: `${SAMPLE} -o - -f csv,json`, exitCode: 2, stdout: NOTHING, stderr: /^INVALID_REQUEST: Standard output takes one format/ },
  { line: `${SAMPLE} -o - --json`, exitCode: 2, stdout: /"error_code":"INVALID_REQUEST"/, stderr: /both want standard output/ },
  {
    line: `${SAMPLE} -o - > /dev/full`,
    exitCode: 8,
    stdout: NOTHING,
    stderr: /^DISK: .*ENOSPC.* The export is kept as [\da-f-]{36}\. .*jsonl\n$/m,
  },
  {
    line: `set -o pipefail; ${SAMPLE} -o - | :`,
    exitCode: 130,
    stdout: NOTHING,
    stderr: /^STOPPED: Nobody reads .* kept as [\da-f-]{36}\./m,
  },
  {
    line: 'commentdock completion bash > /dev/full',
    exitCode: 8,
    stdout: NOTHING,
    stderr: /^DISK: Standard output cannot be written: ENOSPC/,
  },
  // Lists of addresses.
  {
    line: 'commentdock --urls - --sandbox -f csv',
    stdin: `# mine\r\n${VIDEO}\r\n\r\n  ${APP}\n`,
    exitCode: 0,
    stdout: /2 of 2 exports are done\.\n$/,
    stderr: ANYTHING,
  },
  { line: `commentdock batch <(echo '${VIDEO}') --sandbox -f csv`, exitCode: 0, stdout: /1 of 1 exports are done\.\n$/, stderr: ANYTHING },
  {
    line: 'commentdock --urls -',
    stdin: '\n# nothing\n',
    exitCode: 2,
    stdout: NOTHING,
    stderr: /^INVALID_REQUEST: -: no URL stands there/,
  },
  { line: 'commentdock --urls nowhere', exitCode: 2, stdout: NOTHING, stderr: /^INVALID_REQUEST: nowhere cannot be read: ENOENT/ },
  {
    line: `commentdock batch ${APP} -o -`,
    exitCode: 2,
    stdout: NOTHING,
    stderr: /^INVALID_REQUEST: Standard output takes the rows of one export/,
  },
  // Completion.
  {
    line: `eval "$(commentdock completion bash)"; COMP_LINE="commentdock batch 'a b' --form"; COMP_POINT=\${#COMP_LINE}; _commentdock; echo "\${COMPREPLY[@]}"`,
    exitCode: 0,
    stdout: /^--format\n$/,
    stderr: NOTHING,
  },
  {
    line: 'commentdock completion words -- check goog',
    exitCode: 0,
    stdout: /^google_reviews Google Maps reviews\ngoogle_search /,
    stderr: NOTHING,
  },
  { line: 'commentdock completion tcsh', exitCode: 2, stdout: NOTHING, stderr: /Allowed choices are bash, zsh, fish, powershell/ },
  // Settings.
  { line: 'commentdock config path', exitCode: 0, stdout: /^\/\S+\/commentdock\.toml\n$/, stderr: NOTHING, where: 'alone' },
  {
    line: 'commentdock config set port 4790 && cat data/commentdock.toml',
    exitCode: 0,
    stdout: /\nport = 4790\n$/,
    stderr: NOTHING,
    where: 'alone',
  },
  {
    line: 'commentdock config set prot 1',
    exitCode: 2,
    stdout: NOTHING,
    stderr: /there is no setting "prot"\. Did you mean "port"\?/,
    where: 'alone',
  },
  {
    line: `mkdir -p data; printf 'log = "warn"\\nlanes = 0\\n' > data/commentdock.toml; commentdock jobs`,
    exitCode: 2,
    stdout: NOTHING,
    stderr: /^INVALID_REQUEST: \S+commentdock\.toml, line 2: "lanes" is "0"\. It must be at least 1\. /,
    where: 'alone',
  },
  {
    line: `mkdir -p data; echo 'lanes = 0' > data/commentdock.toml; commentdock config unset lanes; cat data/commentdock.toml`,
    exitCode: 0,
    stdout: NOTHING,
    stderr: NOTHING,
    where: 'alone',
  },
  {
    line: `mkdir -p data; echo '{"plan": "premium"}' > data/commentdock.json; SERVICE_API_TOKEN=secret commentdock config | grep -E '^(plan|service_api_token|log|data_dir) '`,
    exitCode: 0,
    stdout: /^data_dir +\S+ +environment\nplan +premium +file\nservice_api_token +\*\*\* +environment\nlog +\S+ +environment\n$/,
    stderr: NOTHING,
    where: 'alone',
  },
  {
    line: 'HOME= XDG_DATA_HOME= COMMENTDOCK_DATA_DIR= commentdock config path',
    exitCode: 0,
    stdout: /^\/(?!.*commentdock-shell)\S+\/commentdock\.toml\n$/,
    stderr: NOTHING,
  },
  // Dates.
  {
    line: `guid=$(${SAMPLE} -f jsonl --json | grep -o '"guid":"[^"]*"' | head -n 1 | cut -d '"' -f 4); commentdock search $guid --max-date 2000-01-01 --json`,
    exitCode: 0,
    stdout: /^\{"total":0,/,
    stderr: NOTHING,
  },
  {
    line: 'commentdock search x --min-date 01/02/2026',
    exitCode: 2,
    stdout: NOTHING,
    stderr: /^INVALID_REQUEST: --min-date is "01\/02\/2026"; give a date/,
  },
  {
    line: 'commentdock search x --min-date 2026 --min-timestamp 5',
    exitCode: 2,
    stdout: NOTHING,
    stderr: /--min-timestamp and --min-date say the same/,
  },
  // Terminals. `script` gives the program one, for all it says.
  {
    line: `TERM=dumb script -qec "stty cols 20; ${SAMPLE.replaceAll("'", '')} -f csv" /dev/null`,
    exitCode: 0,
    stdout: /^[^\u001B]*Completeness[^\u001B]*$/,
    stderr: NOTHING,
  },
];

const gate = gateBefore(steamSimulator({ reviews: 200, pageSize: 20 }));
const world = await own(startWorld({ simulators: [gate.simulator] }));
const cli = await own(Promise.resolve(openCommandLine(world.env)));
await cli.serve();

/** `commentdock` as a word of the shell. */
const programs = ownFolder('shell-programs');
writeFileSync(join(programs, 'commentdock'), `#!/bin/sh\nexec '${process.execPath}' ${NODE_FLAGS.join(' ')} '${programToStart()}' "$@"\n`);
chmodSync(join(programs, 'commentdock'), 0o755);

async function runCase({ line, stdin = '', where }: Case, folder: string): Promise<{ exitCode: unknown; stdout: string; stderr: string }> {
  mkdirSync(folder);
  const child = spawn('bash', ['-c', line], {
    cwd: folder,
    env: {
      ...process.env,
      ...world.env,
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      COMMENTDOCK_DATA_DIR: where === 'alone' ? join(folder, 'data') : cli.dataDir,
    },
  });
  child.stdin.end(stdin);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ]);
  return { exitCode, stdout, stderr };
}

describe('in a shell', () => {
  const ended: ReturnType<typeof runCase>[] = [];

  beforeAll(() => {
    const folder = ownFolder('commentdock-shell');
    // Two at a time, each behind the one that began two before.
    for (const [at, one] of CASES.entries())
      ended.push((ended[at - 2] ?? Promise.resolve()).then(() => runCase(one, join(folder, String(at)))));
    for (const one of ended) one.catch(() => undefined);
  });

  it.each(CASES.map((one, at) => ({ ...one, at })))('$at: $line', async ({ at, exitCode, stdout, stderr }) => {
    const outcome = await ended[at];
    expect(outcome).toEqual({ exitCode, stdout: expect.stringMatching(stdout) as string, stderr: expect.stringMatching(stderr) as string });
  });
});

describe('rows on standard output', () => {
  const idsOf = (lines: string): string[] =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as ExportedItem).id);

  const fileOf = (used: CommandLine): string => {
    const exported = join(used.dataDir, 'exports');
    const [name = ''] = readdirSync(exported).filter((file) => file.startsWith('steam-') && file.endsWith('.jsonl'));
    return readFileSync(join(exported, name), 'utf8');
  };
  /** The export is in its middle, however slow the machine is. */
  async function startSlowly(used: CommandLine) {
    world.reset();
    gate.close(() => world.count() > 5);
    const running = used.start('export', APP, '--out', '-');
    await once(createInterface({ input: running.child.stdout as NodeJS.ReadableStream }), 'line');
    return running;
  }

  it.each(['alone', 'beside a service'])('come while the export runs, each once and in the order of the file: %s', async (where) => {
    await using other = openCommandLine(world.env);
    const used = where === 'alone' ? other : cli;
    const running = await startSlowly(used);
    gate.open();
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(0);
    expect(idsOf(stdout)).toHaveLength(200);
    expect(idsOf(stdout)).toEqual(idsOf(fileOf(used)));
  });

  it('are at Ctrl+C those that the export has', async () => {
    await using other = openCommandLine(world.env);
    const running = await startSlowly(other);
    running.child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await running.finished;
    gate.open();
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(LEDGER);
    const ids = idsOf(stdout);
    expect(ids.length).toBeLessThan(200);
    expect([new Set(ids).size, Number(/exported +(\d+)/.exec(stderr)?.[1])]).toEqual([ids.length, ids.length]);
  });
});
