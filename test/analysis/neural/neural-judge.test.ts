import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTextTokens } from '#core/analysis/neural/text-tokens.ts';
import { verdictOf } from '#core/analysis/neural/verdict.ts';
import { startNeural } from '#core/threads/neural-client.ts';
import { endlessNetwork, floats, hugeNetwork, node, onnxFile, readingNetwork, whole64 } from '#test/analysis/neural/onnx-file.ts';
import { shelve, tinyModel, type TinyModel, tinyNetwork, TOKENIZER } from '#test/analysis/neural/tiny-model.ts';
import { ownFolder } from '#test/own.ts';

const never = new AbortController().signal;
const textsOf = (...texts: readonly string[]) => texts.map((text) => ({ text, language: 'en' }));

const dataDir = ownFolder('neural');
/** One for all tests: what a model does to it is no other one's matter. */
const thread = startNeural(dataDir);
afterAll(() => thread.close());

const judged = (model: TinyModel, ...texts: readonly string[]) =>
  thread.judge({ id: shelve(model, dataDir), texts: textsOf(...texts) }, never);

describe('a neural model', () => {
  it('judges each text by itself, in a thread of its own', async () => {
    expect(await judged(tinyModel(), 'Good table', 'bad tables!', 'A table', '', '🙂 \ud800', 'GOOD '.repeat(5_000))).toEqual([
      { sentiment: 'positive', score: expect.closeTo(1, 1) as number, language: 'en' },
      { sentiment: 'negative', score: expect.closeTo(-1, 1) as number, language: 'en' },
      { sentiment: 'neutral', score: 0, language: 'en' },
      { sentiment: 'unclassified', score: null, language: 'en' },
      { sentiment: 'neutral', score: 0, language: 'en' },
      { sentiment: 'positive', score: 1, language: 'en' },
    ]);
  });

  it('is not asked of texts in languages that it does not read', async () => {
    const id = shelve(tinyModel({ fields: { languages: ['en'] } }), dataDir);
    const texts = ['en', 'de', null].map((language) => ({ text: 'good', language }));
    expect((await thread.judge({ id, texts }, never)).map(({ sentiment }) => sentiment)).toEqual([
      'positive',
      'unclassified',
      'unclassified',
    ]);
  });

  it('is given what else its network wants', async () => {
    const network = onnxFile(
      [
        node('Gather', ['words', 'input_ids'], ['found'], whole64('axis', 0)),
        node('Gather', ['ones', 'attention_mask'], ['seen'], whole64('axis', 0)),
        node('Gather', ['ones', 'token_type_ids'], ['typed'], whole64('axis', 0)),
        node('Mul', ['found', 'seen'], ['kept']),
        node('Add', ['kept', 'typed'], ['sum']),
        node('ReduceMean', ['sum'], ['logits'], whole64('keepdims', 0)),
        floats('words', [8, 1], [0, 0, 0, 0, 1, -1, 0, 0]),
        floats('ones', [2, 1], [0, 1]),
      ],
      [],
      ['input_ids', 'attention_mask', 'token_type_ids'],
    );
    // One number for two labels: all three inputs were taken.
    await expect(judged(tinyModel({ network }), 'good')).rejects.toThrow('it gave 1 numbers for 3 labels');
  });

  it.each<readonly [string, TinyModel, string]>([
    ['gives too few numbers', tinyModel({ network: tinyNetwork(Array(20).fill(0), 2) }), 'it gave 2 numbers for 3 labels'],
    ['gives no numbers', tinyModel({ network: tinyNetwork(Array(30).fill(Number.NaN)) }), 'it gave what is no number'],
    ['knows too few words', tinyModel({ network: tinyNetwork([0, 0, 0]) }), 'indices element out of data bounds'],
    ['is no network', tinyModel({ network: Buffer.from('nothing') }), 'protobuf parsing failed'],
    [
      'wants what nobody has',
      tinyModel({ network: onnxFile([node('Cast', ['pictures'], ['logits'], whole64('to', 1))], ['b', 'n'], ['pictures']) }),
      'it wants "pictures"',
    ],
    ['wants more memory than it may have', tinyModel({ network: hugeNetwork() }), 'bad_alloc'],
    ['wants to read a file of this machine', tinyModel({ network: readingNetwork(import.meta.filename) }), 'external'],
    ['has no tokenizer', tinyModel({ tokenizer: Buffer.from('[') }), 'tokenizer.json is no JSON object'],
    ['has an odd tokenizer', tinyModel({ tokenizer: Buffer.from('{"model":{}}') }), 'cannot be used'],
    [
      'has no room for a text',
      tinyModel({ tokenizer: Buffer.from(JSON.stringify({ ...TOKENIZER, post_processor: framing(20) })) }),
      'frames texts by more than',
    ],
  ])('that %s is told with what to do, and the next one judges', async (_name, broken, words) => {
    const error = await judged(broken, 'good').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) });
    expect((error as Error).message).toContain(`commentdock neural-models remove ${broken.id}`);
    expect(await judged(tinyModel(), 'good')).toMatchObject([{ sentiment: 'positive' }]);
  });

  it('that stands still is ended after a while, and stopped at once', async () => {
    const impatient = startNeural(dataDir, 2_000);
    onTestFinished(() => impatient.close());
    const id = shelve(tinyModel({ network: endlessNetwork() }), dataDir);
    const stop = new AbortController();
    const hanging = impatient.judge({ id, texts: textsOf('good') }, stop.signal);
    const waiting = impatient.judge({ id, texts: textsOf('bad') }, never);
    stop.abort(new Error('stopped by its owner'));
    await expect(hanging).rejects.toThrow('stopped by its owner');
    await expect(waiting).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('stands still') });
  });

  it('is not loaded where it is not what was fetched', async () => {
    const model = tinyModel();
    const id = shelve(model, dataDir);
    const judge = (text: string) => thread.judge({ id, texts: textsOf(text) }, never);
    for (const [name, bytes] of Object.entries(model.files)) {
      const path = join(dataDir, 'models', id, name);
      for (const other of [Buffer.concat([bytes, Buffer.from(' ')]), Buffer.from(bytes.toReversed()), Buffer.alloc(0)]) {
        writeFileSync(path, other);
        await expect(judge('good'), name).rejects.toThrow(`${name} is`);
      }
      writeFileSync(path, bytes);
    }
    writeFileSync(join(dataDir, 'models', id, 'manifest.json'), tinyModel({ fields: { max_tokens: 8 } }).manifest);
    await expect(judge('good')).rejects.toThrow('its manifest is not the one that was fetched');
    await expect(thread.judge({ id: '../../etc', texts: [] }, never)).rejects.toThrow('There is no neural model "../../etc"');
  });
});

function framing(count: number) {
  const special = { SpecialToken: { id: '[CLS]', type_id: 0 } };
  return {
    type: 'TemplateProcessing',
    single: [...Array<unknown>(count).fill(special), { Sequence: { id: 'A', type_id: 0 } }],
    pair: [],
    special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] } },
  };
}

describe('a verdict', () => {
  it('is the likeliest class in all, and its score never speaks against it', () => {
    const stars = ['negative', 'negative', 'neutral', 'positive', 'positive'] as const;
    expect(verdictOf([0, 0, 0.4, 0, 0], stars)).toEqual({ sentiment: 'neutral', score: 0 });
    expect(verdictOf([0, 0, 0.4, 0.1, 0], stars)).toMatchObject({ sentiment: 'positive' });
    expect(verdictOf([1_000, 0], ['negative', 'positive'])).toEqual({ sentiment: 'negative', score: -1 });
    expect(verdictOf([0, 0], ['positive', 'negative'])).toEqual({ sentiment: 'neutral', score: 0 });
    for (let at = 0; at < 500; at += 1) {
      const numbers = stars.map((_, label) => Math.sin(at * 7 + label * 3) * 5);
      const { sentiment, score } = verdictOf(numbers, stars);
      if (sentiment === 'positive') expect(score).toBeGreaterThan(0);
      if (sentiment === 'negative') expect(score).toBeLessThan(0);
    }
  });
});

describe('a tokenizer', () => {
  it('cuts long texts and leaves their frame whole, in time that grows no faster than they do', () => {
    const tokensOf = openTextTokens(Buffer.from(JSON.stringify(TOKENIZER)), 16);
    expect(tokensOf('Good tables')).toEqual([2, 4, 8, 9, 3]);
    expect(tokensOf('good '.repeat(50))).toEqual([2, ...Array(14).fill(4), 3]);
    expect(tokensOf('  \u200b')).toEqual([]);
    const shapes = ['a'.repeat(99), ' ', '[CLS]', '\u0301', '中', 'good', `${'s'.repeat(100)} `, '['];
    for (const shape of shapes) {
      const long = shape.repeat(Math.ceil(4_000_000 / shape.length));
      expect(tokensOf(long), shape).toEqual(tokensOf(long.slice(0, 4_000)));
    }
  });
});
