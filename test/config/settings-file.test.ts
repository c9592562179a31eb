import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig, readSettings, settingForFile } from '#core/config/config.ts';
import { changeSettingsFile, settingsFilePath } from '#core/config/settings-file.ts';
import { settingOrigins } from '#core/config/shown-settings.ts';
import { ownFolder } from '#test/own.ts';

let dataDir: string;
let toml: string;
let json: string;

beforeEach(() => {
  dataDir = ownFolder('settings-file');
  [toml, json] = [join(dataDir, 'commentdock.toml'), join(dataDir, 'commentdock.json')];
});

const read = (env: Readonly<Record<string, string>> = {}) => readConfig({ COMMENTDOCK_DATA_DIR: dataDir, ...env });
const write = (...lines: readonly string[]): void => writeFileSync(toml, `${lines.join('\n')}\n`);

describe('the configuration file', () => {
  it('has any setting, and the environment goes first', () => {
    write(
      '# mine',
      'port = 4790',
      'limits = false',
      'retry_scale = 0.5',
      "https_proxy = 'http://a:b@proxy.lan:3128'",
      'allow_http_webhooks = true',
    );
    expect(read()).toMatchObject({
      dataDir,
      port: 4790,
      limits: 'off',
      retryScale: 0.5,
      httpsProxy: 'http://a:b@proxy.lan:3128',
      allowHttpWebhooks: '1',
    });
    expect(read({ COMMENTDOCK_PORT: '1', https_proxy: 'http://other' })).toMatchObject({ port: 1, httpsProxy: 'http://other' });
    expect(read({ COMMENTDOCK_PORT: '' }).port).toBe(4790);
  });

  it('may be JSON, and not both', () => {
    writeFileSync(json, '{"port": 4791, "log": "info"}');
    expect(read()).toMatchObject({ port: 4791, logLevel: 'info' });
    write('port = 1');
    expect(() => read()).toThrow(/are both there/);
  });

  it.each([
    [['port = 4790', 'prot = 1'], /commentdock\.toml, line 2: there is no setting "prot"\. Did you mean "port"\?$/],
    [['', 'port = "many"'], /line 2: "port" is "many"\. It must be a number\./],
    [['log = "loud"'], /line 1: "log" is "loud"\. It must be one of: silent, error/],
    [['port = '], /commentdock\.toml, line 1, column \d+: /],
    [['[port]', 'x = 1'], /"port" must be a text, a number, or true or false/],
    [['Port = 1'], /"Port" is "port" in this file/],
    [['data_dir = "/x"'], /"data_dir" cannot stand in the data folder/],
    [['x'.repeat(300_000)], /cannot be read: it has more than 256 KB/],
  ])('is refused with the place: %j', (lines, words) => {
    write(...lines);
    expect(() => read()).toThrow(words);
  });

  it('of JSON is refused with its name', () => {
    for (const text of ['{', '[]', '1', '{"port": null}', '{"nothing": 1}']) {
      writeFileSync(json, text);
      expect(() => read(), text).toThrow(/commentdock\.json/);
    }
  });

  it('says of each setting where it comes from, and no secret', () => {
    write('port = 4790', 'vault_passphrase = "hunter2"', 'https_proxy = "http://ann:pw@proxy.lan"');
    const origins = settingOrigins(readSettings({ COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_LOG: 'info' }));
    const of = (key: string) => origins.find((origin) => origin.key === key);
    expect(of('port')).toEqual({ key: 'port', variable: 'COMMENTDOCK_PORT', value: '4790', from: 'file' });
    expect([of('log')?.from, of('data_dir')?.from, of('pace')?.from]).toEqual(['environment', 'environment', 'default']);
    expect(of('vault_passphrase')).toMatchObject({ value: '***', from: 'file' });
    expect(of('https_proxy')?.value).toBe('http://***@proxy.lan');
    expect(JSON.stringify(origins)).not.toMatch(/hunter2|pw@/);
  });
});

describe('a change of it', () => {
  it('makes it for the owner alone, and leaves the rest as it stands', () => {
    const set = (key: string, text: string) => {
      const setting = settingForFile(key, text);
      return changeSettingsFile(dataDir, setting.key, setting.value);
    };
    set('COMMENTDOCK_PORT', '4790');
    expect(readFileSync(toml, 'utf8')).toBe('port = 4790\n');
    expect(statSync(toml).mode & 0o077).toBe(0);
    write('# mine', 'port = 4790 # the usual one', 'log = "info"');
    set('no_proxy', 'a.lan, "b"');
    set('port', '1');
    expect(readFileSync(toml, 'utf8')).toBe('# mine\nport = 1\nlog = "info"\nno_proxy = "a.lan, \\"b\\""\n');
    expect(changeSettingsFile(dataDir, 'log', null)).toBe(true);
    expect(changeSettingsFile(dataDir, 'log', null)).toBe(false);
    expect(read()).toMatchObject({ port: 1, noProxy: 'a.lan, "b"', logLevel: 'warn' });
    expect(existsSync(`${toml}.part`)).toBe(false);
  });

  it('takes a value of several lines as a whole, and JSON as JSON', () => {
    write('no_proxy = """', 'a.lan', '"""', 'port = 1');
    changeSettingsFile(dataDir, 'no_proxy', 'b.lan');
    expect(read()).toMatchObject({ noProxy: 'b.lan', port: 1 });
    const other = ownFolder('settings-json');
    writeFileSync(join(other, 'commentdock.json'), '{"port": 2}');
    changeSettingsFile(other, 'log', 'info');
    expect(settingsFilePath(other)).toBe(join(other, 'commentdock.json'));
    expect(JSON.parse(readFileSync(join(other, 'commentdock.json'), 'utf8'))).toEqual({ port: 2, log: 'info' });
  });

  it('is refused where it would be wrong, and touches no file that cannot be read', () => {
    expect(() => settingForFile('port', 'many')).toThrow(/"port" is "many"/);
    expect(() => settingForFile('nothing', '1')).toThrow(/there is no setting "nothing"/);
    expect(() => settingForFile('data_dir', '/x')).toThrow(/COMMENTDOCK_DATA_DIR/);
    write('port = ');
    expect(() => changeSettingsFile(dataDir, 'log', 'info')).toThrow(/line 1/);
    expect(readFileSync(toml, 'utf8')).toBe('port = \n');
  });
});
