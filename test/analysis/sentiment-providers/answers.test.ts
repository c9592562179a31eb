import { describe, expect, it } from 'vitest';
import { dialectOf, settingsOf } from '#core/analysis/sentiment-providers/providers.ts';
import { beginningOf, MAX_TEXT_LENGTH, questionOf } from '#core/analysis/sentiment-providers/question.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import type { ProviderId } from '#core/contract/sentiment.ts';

const NONE = sentimentSettingsSchema.parse({});

/** The same verdicts as each kind of model wraps them. */
const WRAPPED: readonly (readonly [ProviderId, (answer: unknown) => unknown])[] = [
  ['chat-completions', (answer) => ({ choices: [{ message: { role: 'assistant', content: JSON.stringify(answer) } }] })],
  [
    'messages',
    (answer) => ({
      content: [
        { type: 'text', text: 'Here.' },
        { type: 'tool_use', id: 't', name: 'report_sentiments', input: answer },
      ],
    }),
  ],
];

const good = (id: number): object => ({ id, sentiment: 'positive', score: 0.91234 });
const POSITIVE = { sentiment: 'positive', score: 0.912 };

describe.each(WRAPPED)('answers of %s', (id, wrap) => {
  const read = (answer: unknown, count = 2) => dialectOf(id).read(wrap(answer), count);

  it('give a verdict for each text, in whatever order they come', () => {
    expect(read({ results: [{ id: 2, sentiment: 'negative', score: -1 }, good(1)] })).toEqual([
      POSITIVE,
      { sentiment: 'negative', score: -1 },
    ]);
  });

  it.each([
    ['missing', [good(2)]],
    ['given twice', [good(1), good(1), good(2)]],
    ['given twice, once wrongly', [good(1), { id: 1, sentiment: 'lovely', score: 1 }, good(2)]],
    ['of an unknown class', [{ id: 1, sentiment: 'mixed', score: 0 }, good(2)]],
    ['in another spelling', [{ id: 1, sentiment: 'Positive', score: 0.5 }, good(2)]],
    ['without a score', [{ id: 1, sentiment: 'positive' }, good(2)]],
    ['with a score as text', [{ id: 1, sentiment: 'positive', score: '0.5' }, good(2)]],
    ['beyond the range', [{ id: 1, sentiment: 'positive', score: 1.2 }, good(2)]],
    ['against its own score', [{ id: 1, sentiment: 'negative', score: 0.4 }, good(2)]],
    ['null', [null, good(2)]],
  ])('lack what is %s, and keep the rest', (_name, results) => {
    expect(read({ results })).toEqual([null, POSITIVE]);
  });

  it('are not misled by texts that nobody asked about', () => {
    expect(read({ results: [good(1), good(2), good(3), good(0), good(-1), good(1.5 as number)] })).toEqual([POSITIVE, POSITIVE]);
  });

  it.each([
    ['no list', { result: [] }],
    ['a list as the whole', [good(1)]],
    ['nothing', null],
    ['text', 'positive'],
  ])('that are %s cannot be read', (_name, answer) => {
    expect(read(answer)).toBeNull();
  });
});

describe('answers that are cut off or wrapped otherwise', () => {
  it.each([
    [{ choices: [{ message: { content: '{"results":[{"id":1,"sent' } }] }],
    [{ choices: [{ message: { content: null, refusal: 'No.' } }] }],
    [{ choices: [] }],
    [{ error: { message: 'x' } }],
  ])('of chat completions cannot be read: %j', (body) => {
    expect(dialectOf('chat-completions').read(body, 1)).toBeNull();
  });

  it.each([[{ content: [{ type: 'text', text: 'positive' }] }], [{ content: [{ type: 'tool_use', name: 'other', input: {} }] }], [{}]])(
    'of messages cannot be read: %j',
    (body) => {
      expect(dialectOf('messages').read(body, 1)).toBeNull();
    },
  );
});

describe('the cloud service', () => {
  const read = (documentSentiment: unknown) => dialectOf('natural-language').read({ documentSentiment, language: 'en' }, 1);

  it.each([
    [0.25, 'positive'],
    [0.249, 'neutral'],
    [0, 'neutral'],
    [-0.249, 'neutral'],
    [-0.25, 'negative'],
    [1, 'positive'],
    [-1, 'negative'],
  ])('scores %d: %s', (score, sentiment) => {
    expect(read({ score, magnitude: 4.2 })).toEqual([{ sentiment, score: Math.round(score * 1000) / 1000 + 0 }]);
  });

  it('may leave out a zero, not both numbers', () => {
    expect(read({ magnitude: 3.1 })).toEqual([{ sentiment: 'neutral', score: 0 }]);
    expect(read({ score: 0.7 })).toEqual([{ sentiment: 'positive', score: 0.7 }]);
    for (const odd of [{}, undefined, { score: 1.1, magnitude: 1 }, { score: 0.5, magnitude: -1 }, { score: 'high' }])
      expect(read(odd)).toEqual([null]);
  });

  it('does not know every language', () => {
    const refused = (message: string, status = 400) =>
      dialectOf('natural-language').readRefusal?.(status, { error: { code: status, message, status: 'INVALID_ARGUMENT' } });
    expect(refused('The language tlh is not supported for document_sentiment analysis.')).toEqual([
      { sentiment: 'unclassified', score: null },
    ]);
    expect(refused('API key not valid. Please pass a valid API key.')).toBeNull();
    expect(refused('The language tlh is not supported for document_sentiment analysis.', 403)).toBeNull();
  });
});

describe('what is sent', () => {
  it('is the text, cut where no character is cut in two', () => {
    const long = `${'x'.repeat(MAX_TEXT_LENGTH - 1)}😍 and more`;
    expect(beginningOf(long)).toBe('x'.repeat(MAX_TEXT_LENGTH - 1));
    expect(beginningOf('lone \uD83D')).toBe('lone \uFFFD');
    expect(JSON.parse(questionOf(['a', 'b']))).toEqual({
      texts: [
        { id: 1, text: 'a' },
        { id: 2, text: 'b' },
      ],
    });
  });

  it('goes to the address, under the model and with the key that were set', () => {
    const settings = sentimentSettingsSchema.parse({ providers: { messages: { baseUrl: 'https://own.example/api/v1/', model: 'mine' } } });
    const { url, headers, body } = dialectOf('messages').request(['Hi'], settingsOf('messages', settings), 'k');
    expect(url).toBe('https://own.example/api/v1/messages');
    expect(headers['x-api-key']).toBe('k');
    expect(JSON.parse(body)).toMatchObject({ model: 'mine', tool_choice: { type: 'tool' } });
    expect(body).not.toContain('"k"');
    expect(dialectOf('natural-language').request(['Hi'], settingsOf('natural-language', NONE), 'k')).toMatchObject({
      url: 'https://language.googleapis.com/v1/documents:analyzeSentiment',
      headers: { 'x-goog-api-key': 'k' },
    });
  });
});
