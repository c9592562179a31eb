import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { modelShelf } from '#core/fetched-models.ts';
import { layOut, sha256Of, tinyModel, type TinyModel } from '#test/analysis/neural/tiny-model.ts';
import { own, ownFolder } from '#test/own.ts';
import type { Fault } from '#test/world/fault.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const HOST = 'https://models.example/tiny';
const model = tinyModel();
const { id, sha256 } = model;

const world = await own(startWorld());
let dataDir: string;
beforeEach(() => {
  dataDir = ownFolder('models');
  world.replace({ simulators: [shopOf(model)] });
});

/** Hands out what its maker laid out; what else there is, by address. */
function shopOf({ manifest, files }: TinyModel, others: Readonly<Record<string, Simulator>> = {}): Simulator {
  const all: Readonly<Record<string, Buffer>> = { 'manifest.json': manifest, ...files };
  return (request) => {
    const { href } = request.url;
    const body = all[href.replace(`${HOST}/`, '')];
    return others[href]?.(request) ?? (body === undefined ? null : { headers: { 'content-type': 'application/octet-stream' }, body });
  };
}

const shelf = (signal = new AbortController().signal, env: Readonly<Record<string, string>> = {}) =>
  modelShelf(readConfig({ ...world.env, ...env, COMMENTDOCK_DATA_DIR: dataDir }), signal);
const fetchIt = (from = `${HOST}/manifest.json`, hash: string | null = sha256, told: number[] = []) =>
  shelf().fetch({ from, ...(hash === null ? {} : { sha256: hash }) }, (percent) => told.push(percent));
/** Nothing but what waits for the next try is there. */
const nothingTaken = (): boolean =>
  !existsSync(join(dataDir, 'models')) || readdirSync(join(dataDir, 'models')).every((name) => name.startsWith('.'));

describe('fetching a neural model', () => {
  it('brings all of it, once, and says how far it is', async () => {
    const told: number[] = [];
    expect(await fetchIt(undefined, sha256.toUpperCase(), told)).toEqual({
      id,
      bytes: model.files['model.onnx'].length + model.files['tokenizer.json'].length,
      languages: 'any',
      licence: 'MIT',
      source: 'https://models.example/tiny',
      damage: null,
    });
    expect(told.at(-1)).toBe(100);
    expect(readFileSync(join(dataDir, 'models', id, 'model.onnx')).equals(model.files['model.onnx'])).toBe(true);
    expect(readdirSync(join(dataDir, 'models'))).toEqual([id]);
    expect(await shelf().list()).toMatchObject([{ id }]);
    expect(world.count()).toBe(3);
    await fetchIt();
    expect(world.count()).toBe(4);
    expect(world.requests.every(({ headers }) => headers['cookie'] === undefined && headers['user-agent'] === undefined)).toBe(true);
  });

  it('asks no address of which nobody said what it has to give', async () => {
    await expect(fetchIt(undefined, null)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('--sha256') });
    expect(world.count()).toBe(0);
  });

  it('takes nothing whose hash is another one', async () => {
    await expect(fetchIt(undefined, sha256Of('another'))).rejects.toThrow(`its SHA-256 is ${sha256}`);
    expect(world.count()).toBe(1);
    const changed = { ...model, files: { ...model.files, 'tokenizer.json': Buffer.from(model.files['tokenizer.json'].toReversed()) } };
    world.replace({ simulators: [shopOf(changed)] });
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('tokenizer.json is not what was'),
    });
    expect(nothingTaken()).toBe(true);
    expect(await shelf().list()).toEqual([]);
  });

  it('reads no further than what was named', async () => {
    const endless: Simulator = () => ({ body: Buffer.alloc(10_000), isEndless: true });
    world.replace({ simulators: [shopOf(model, { [`${HOST}/model.onnx`]: endless })] });
    await expect(fetchIt()).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('exceeds') });
    world.replace({ simulators: [shopOf(model, { [`${HOST}/manifest.json`]: endless })] });
    await expect(fetchIt()).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('exceeds') });
    expect(nothingTaken()).toBe(true);
  });

  it.each<Fault>([{ kind: 'truncated' }, { kind: 'resetMidway' }, { kind: 'status', status: 503 }])(
    'that is cut off ($kind) goes on with what is missing',
    async (fault) => {
      world.addFault({ match: /tokenizer\.json$/, times: 1, fault });
      await expect(fetchIt()).rejects.toMatchObject({ code: 'NETWORK' });
      expect(nothingTaken()).toBe(true);
      world.reset();
      expect(await fetchIt()).toMatchObject({ id });
      expect(world.requests.map(({ url }) => url.replace(`${HOST}/`, ''))).toEqual(['manifest.json', 'tokenizer.json']);
      expect(readdirSync(join(dataDir, 'models'))).toEqual([id]);
    },
  );

  it('ends at once with its owner', async () => {
    const gone = new AbortController();
    const hanging: Simulator = () => {
      gone.abort(new Error('stopped by its owner'));
      return null;
    };
    world.addFault({ match: /model\.onnx$/, fault: { kind: 'hang' } });
    world.replace({ simulators: [shopOf(model, { [`${HOST}/model.onnx`]: hanging })] });
    await expect(shelf(gone.signal).fetch({ from: `${HOST}/manifest.json`, sha256 }, () => undefined)).rejects.toThrow(
      'stopped by its owner',
    );
    expect(nothingTaken()).toBe(true);
  });

  it('goes to the public internet alone, wherever it is led to', async () => {
    const inward: Simulator = () => ({ status: 302, headers: { location: 'https://10.0.0.1/model.onnx' }, body: '' });
    world.replace({ simulators: [shopOf(model, { [`${HOST}/model.onnx`]: inward })] });
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('COMMENTDOCK_ALLOWED_INNER_HOSTS'),
    });
    for (const from of ['http://models.example/tiny/manifest.json', 'https://127.0.0.1/manifest.json', 'https://router.lan/manifest.json'])
      await expect(fetchIt(from), from).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(nothingTaken()).toBe(true);
  });

  it('takes one from a folder, with parts that lie elsewhere', async () => {
    const elsewhere = tinyModel({ from: { model: `${HOST}/model.onnx` } });
    const folder = ownFolder('handed-out');
    layOut(elsewhere, folder);
    rmSync(join(folder, 'model.onnx'));
    expect(await fetchIt(folder, null)).toMatchObject({ id: elsewhere.id });
    expect(world.requests.map(({ url }) => url)).toEqual([`${HOST}/model.onnx`]);
    await expect(fetchIt(join(folder, 'manifest.json'), sha256Of('another'))).rejects.toThrow('is not what was asked for');
    await expect(fetchIt(join(folder, 'missing.json'), null)).rejects.toThrow('cannot be read');
  });

  it.each([
    [
      'leads out of its folder',
      { files: { model: { from: '../model.onnx', bytes: 1, sha256 }, tokenizer: { from: 'a', bytes: 1, sha256 } } },
    ],
    [
      'leads to plain http',
      { files: { model: { from: 'http://models.example/a', bytes: 1, sha256 }, tokenizer: { from: 'a', bytes: 1, sha256 } } },
    ],
    ['wants too much room', { files: { model: { from: 'a', bytes: 1e12, sha256 }, tokenizer: { from: 'a', bytes: 1, sha256 } } }],
    ['names no blame', { labels: ['positive', 'neutral'] }],
    ['has a name that is a path', { name: '../tiny' }],
    ['says more than is known', { script: 'run me' }],
  ])('refuses a manifest that %s', async (_name, fields) => {
    const folder = ownFolder('handed-out');
    layOut(tinyModel({ fields }), folder);
    await expect(fetchIt(folder, null)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('no manifest of a model'),
    });
    expect(nothingTaken()).toBe(true);
  });

  it('brings one that was damaged anew, and removes it', async () => {
    await fetchIt();
    writeFileSync(join(dataDir, 'models', id, 'model.onnx'), 'damaged');
    await fetchIt();
    expect(readFileSync(join(dataDir, 'models', id, 'model.onnx')).equals(model.files['model.onnx'])).toBe(true);
    writeFileSync(join(dataDir, 'models', id, 'manifest.json'), '{}');
    expect(await shelf().list()).toMatchObject([{ id, damage: expect.stringContaining('no manifest') }]);
    await shelf().remove(id);
    expect(readdirSync(join(dataDir, 'models'))).toEqual([]);
    for (const other of [id, '../exports', 'nothing'])
      await expect(shelf().remove(other), other).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
