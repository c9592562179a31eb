import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fromBuffer } from 'yauzl';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { KeptExchange } from '#core/contract/kept-exchange.ts';
import { makePackage } from '#core/evidence/make-package.ts';
import { headerOf, verifyPackage } from '#core/evidence/verify.mjs';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { own, ownFolder } from '#test/own.ts';
import { hostOf } from '#test/parity/cli-door.ts';
import { openService } from '#test/parity/house.ts';
import { askRest } from '#test/parity/rest-door.ts';
import { APP } from '#test/parity/stage.ts';

const CHANGES = 1_000;

const folder = ownFolder('evidence');
const house = await own(openService({}));
const [token] = (await house.client.callAsGiven('tokens.list', {})) as readonly { readonly token: string }[];
const { jobs } = await house.client.call('jobs.create', { url: APP, sandbox: true, formats: ['csv'], options: { limit: 5 } });
const guid = jobs[0]?.guid ?? '';

async function bytesOf(name: string, input: object): Promise<Buffer> {
  const outcome = await askRest(house.run.base_url, token?.token ?? '', name, { guid, ...input });
  return (outcome as { readonly answer: { readonly bytes: Buffer } }).answer.bytes;
}

const whole = await bytesOf('exports.evidence', {});

/** Names and contents, as another program unpacks them. */
async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed);
      const files = new Map<string, Buffer>();
      zip.on('entry', (entry: { readonly fileName: string }) => {
        zip.openReadStream(entry as never, (error, stream) => {
          if (error) return reject(error);
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('error', reject);
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(pieces));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(files));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}

function look(bytes: Buffer) {
  const path = join(folder, 'looked-at.zip');
  writeFileSync(path, bytes);
  return verifyPackage(path);
}

/** Repeatable: what fails once fails again. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('an evidence package of a running service', () => {
  it('holds the rows as downloads give them, and is intact', async () => {
    const files = await unpacked(whole);
    expect([...files.keys()]).toEqual([
      'CITATION.bib',
      'CITATION.cff',
      'REPORT.html',
      'data/rows.csv',
      'data/rows.json',
      'facts.json',
      'verify.mjs',
      'receipt.html',
      'receipt.png',
      'manifest.json',
    ]);
    expect(files.get('data/rows.json')?.equals(await bytesOf('exports.json', {}))).toBe(true);
    expect(files.get('data/rows.csv')?.equals(await bytesOf('exports.download', { format: 'csv' }))).toBe(true);
    const facts = JSON.parse(String(files.get('facts.json'))) as EvidenceFacts;
    expect(facts).toMatchObject({ guid, query: { url: APP }, loggedIn: false, sandbox: true, route: { used: 'direct', countries: [] } });
    const found = look(whole);
    expect(found).toMatchObject({ isIntact: true, faults: [], facts, files: 9, stamp: null });
    const receipt = String(files.get('receipt.html'));
    expect(receipt).toContain(found.root);
    expect(receipt).toContain(facts.ledger.summary);
    expect(String(files.get('CITATION.cff'))).toContain(`url: "${APP}"`);
  });

  it('names its root as RFC 6962 makes it of its leaves', async () => {
    const { files, root } = JSON.parse(String((await unpacked(whole)).get('manifest.json'))) as {
      readonly root: string;
      readonly files: readonly object[];
    };
    const hash = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
    const leaves = files.map((file) => hash(Buffer.of(0), Buffer.from(JSON.stringify(file))));
    const [a, b, c, d, e, f, g] = leaves as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const node = (left: Buffer, right: Buffer): Buffer => hash(Buffer.of(1), left, right);
    expect(leaves).toHaveLength(7);
    expect(root).toBe(node(node(node(a, b), node(c, d)), node(node(e, f), g)).toString('hex'));
  });

  it('is checked by the program that lies in it, and by the command', async () => {
    const [script, path] = [join(folder, 'verify.mjs'), join(folder, 'package.zip')];
    writeFileSync(script, (await unpacked(whole)).get('verify.mjs') ?? '');
    writeFileSync(path, whole);
    const { stdout } = await promisify(execFile)(process.execPath, [script, path]);
    expect(stdout).toContain('Intact: 9 files');
    const changed = Buffer.from(whole);
    changed[whole.indexOf('Commentdock')] = 0x63;
    writeFileSync(path, changed);
    await expect(promisify(execFile)(process.execPath, [script, path])).rejects.toMatchObject({ code: 1, stdout: /CITATION\.bib/ });
    let printed = '';
    const host = hostOf(house, (text) => (printed += text));
    expect(await runCommandLine(['verify', path, '--json'], host)).toBe(1);
    expect(JSON.parse(printed)).toMatchObject({ intact: false, faults: expect.arrayContaining([expect.stringContaining('CITATION.bib')]) });
    expect(await runCommandLine(['verify', join(folder, 'nothing.zip')], host)).toBe(2);
  });

  it(`finds each of ${CHANGES} random changes of one byte, and names where it is`, async () => {
    const names = [...(await unpacked(whole)).keys()];
    const random = randomNumbers(20_261_126);
    const next = (below: number): number => Math.floor((random.next().value as number) * below);
    const missed: string[] = [];
    const path = join(folder, 'changing.zip');
    writeFileSync(path, whole);
    const descriptor = openSync(path, 'r+');
    onTestFinished(() => closeSync(descriptor));
    for (let round = 0; round < CHANGES; round += 1) {
      const [at, by] = [next(whole.length), 1 + next(255)];
      writeSync(descriptor, Buffer.of((whole[at] as number) ^ by), 0, 1, at);
      const { isIntact, faults } = verifyPackage(path);
      writeSync(descriptor, whole, at, 1, at);
      const isNamed = faults.some((fault) => fault.startsWith('container: ') || names.some((name) => fault.startsWith(`${name}: `)));
      if (isIntact || !isNamed) missed.push(`byte ${at} ^ ${by}`);
    }
    expect(missed).toEqual([]);
    expect(verifyPackage(path).isIntact).toBe(true);
  });

  it('names the file of which a byte is another one', async () => {
    let start = 0;
    for (const [name, content] of await unpacked(whole)) {
      const changed = Buffer.from(whole);
      start += headerOf({ name, bytes: 0, crc: 0 }).length;
      const at = start + Math.floor(content.length / 2);
      start += content.length;
      changed[at] = (changed[at] as number) ^ 1;
      expect(look(changed).faults.join('\n'), name).toContain(`${name}: `);
    }
  });

  it('takes no other form of the container', () => {
    const directory = whole.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const other: Readonly<Record<string, Buffer>> = {
      'a byte behind it': Buffer.concat([whole, Buffer.of(0)]),
      'a byte before it': Buffer.concat([Buffer.of(0), whole]),
      'a gap before the directory': Buffer.concat([whole.subarray(0, directory), Buffer.of(0), whole.subarray(directory)]),
      'cut off': whole.subarray(0, -1),
      'without a directory': whole.subarray(0, directory),
      'a comment': Buffer.concat([whole.subarray(0, -2), Buffer.of(1, 0, 0x41)]),
      'nothing at all': Buffer.alloc(0),
      "another program's": Buffer.from('PK'),
    };
    for (const [name, bytes] of Object.entries(other)) {
      expect(look(bytes), name).toMatchObject({ isIntact: false, faults: [expect.stringContaining('container: ')] });
    }
  });

  it('leaves nothing behind in the folder of the service', () => {
    const names = readdirSync(join(house.folder, 'data/exports'));
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  it('is refused for what does not exist', async () => {
    expect(await askRest(house.run.base_url, token?.token ?? '', 'exports.evidence', { guid: 'none' })).toMatchObject({
      error: { error_code: 'RESOURCE_NOT_FOUND' },
    });
  });
});

describe('raw answers', () => {
  it('come without cookies and without the headers of requests', async () => {
    const facts = JSON.parse(String((await unpacked(whole)).get('facts.json'))) as EvidenceFacts satisfies EvidenceFacts;
    const exchange: KeptExchange = {
      startedAtMs: 0,
      request: { method: 'GET', url: 'https://example.com/', headers: { cookie: 'session=secret' }, body: null },
      answer: { status: 200, headers: { 'set-cookie': 'session=secret', 'content-type': 'text/html' }, body: 'aGk=', isCut: false },
      failure: { code: 'PLATFORM_CHANGED', message: 'odd', path: 'a.b' },
      cursor: null,
      known: {},
    };
    const [csv, json, path] = ['rows.csv', 'rows.json', 'raw.zip'].map((name) => join(folder, name)) as [string, string, string];
    for (const file of [csv, json]) writeFileSync(file, 'rows');
    const raw = { pages: [], refused: [exchange, exchange] };
    await makePackage({ path, facts: { ...facts, loggedIn: true }, rows: 1, data: { csv, json }, media: [], ...raw, stamp: null });
    expect(verifyPackage(path)).toMatchObject({ isIntact: true, files: 11 });
    const files = await unpacked(readFileSync(path));
    const text = gunzipSync(files.get('raw/000002.json.gz') ?? Buffer.alloc(0)).toString();
    expect(JSON.parse(text)).toMatchObject({
      startedAt: '1970-01-01T00:00:00.000Z',
      answer: { headers: { 'content-type': 'text/html' }, body: 'aGk=', encoding: 'base64' },
    });
    expect(text).not.toContain('secret');
    expect(String(files.get('REPORT.html'))).toContain('what the platform shows to that account alone');
  });
});
