import { describe, expect, it } from 'vitest';
import { plainAttributed, plainText } from '#core/platforms/youtube/text.ts';

const NBSP = '\u00a0';

/** A text of the newer kind in which `shown` is a link to `url`. */
function linked(
  content: string,
  shown: string,
  url: string,
  kind: 'urlEndpoint' | 'path' = 'urlEndpoint',
): Parameters<typeof plainAttributed>[0] {
  const innertubeCommand = kind === 'path' ? { commandMetadata: { webCommandMetadata: { url } } } : { urlEndpoint: { url } };
  return { content, commandRuns: [{ startIndex: content.indexOf(shown), length: shown.length, onTap: { innertubeCommand } }] };
}

describe('youtube: text of the newer kind', () => {
  it('gives links that are cut short in full, and leaves the others as they are shown', () => {
    const away = 'https://www.youtube.com/redirect?event=comments&q=https%3A%2F%2Fexample.org%2Fa%2Flong%2Fway%3Fx%3D1';
    expect(plainAttributed(linked('see https://example.org/a/lo... now', 'https://example.org/a/lo...', away))).toBe(
      'see https://example.org/a/long/way?x=1 now',
    );
    expect(plainAttributed(linked('see example.org/… now', 'example.org/…', away))).toBe('see https://example.org/a/long/way?x=1 now');
    expect(plainAttributed(linked('see https://example.org/a', 'https://example.org/a', away))).toBe('see https://example.org/a');
    expect(
      plainAttributed(
        linked('at https://www.youtube.com/watch?v=...', 'https://www.youtube.com/watch?v=...', '/watch?v=abcdefghijk&t=3', 'path'),
      ),
    ).toBe('at https://www.youtube.com/watch?v=abcdefghijk&t=3');
    expect(plainAttributed(linked('at 1:23 wow', '1:23', '/watch?v=abcdefghijk&t=83s', 'path'))).toBe('at 1:23 wow');
    expect(plainAttributed({ content: 'and so on...' })).toBe('and so on...');
  });

  it('counts in UTF-16 units, whatever stands before', () => {
    expect(plainAttributed(linked('😂😂 #tag… end', '#tag…', '/hashtag/tagged', 'path'))).toBe(
      '😂😂 https://www.youtube.com/hashtag/tagged end',
    );
  });

  it('makes the no-break space beside a mention a blank, and leaves every other one', () => {
    const mention = `${NBSP}@name${NBSP}`;
    expect(plainAttributed(linked(`${mention} yes`, mention, '/@name', 'path'))).toBe(' @name  yes');
    expect(plainAttributed(linked(`hey${NBSP}@name${NBSP}12${NBSP}km`, '@name', '/@name', 'path'))).toBe(`hey @name 12${NBSP}km`);
    expect(plainAttributed({ content: `12${NBSP}km` })).toBe(`12${NBSP}km`);
  });

  it('reads runs in any order, with their start left out where it is 0', () => {
    const innertubeCommand = { urlEndpoint: { url: 'https://example.org/full' } };
    const text = {
      content: 'ab… cd…',
      commandRuns: [
        { startIndex: 4, length: 3, onTap: { innertubeCommand } },
        { length: 3, onTap: { innertubeCommand } },
      ],
    };
    expect(plainAttributed(text)).toBe('https://example.org/full https://example.org/full');
  });
});

describe('youtube: text of the older kind', () => {
  it('joins runs, with emoji and links in full', () => {
    expect(
      plainText({
        runs: [
          { text: 'a ' },
          { emoji: { emojiId: '🎉' } },
          { emoji: { emojiId: 'UC1/x', shortcuts: [':_one:', ':one:'], isCustomEmoji: true } },
          {
            text: ' https://example.org/lo...',
            navigationEndpoint: { urlEndpoint: { url: 'https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.org%2Flong' } },
          },
        ],
      }),
    ).toBe('a 🎉:_one:https://example.org/long');
    expect(plainText({ simpleText: 'simple' })).toBe('simple');
    expect(plainText(undefined)).toBe('');
  });

  it('makes the no-break spaces beside a mention blanks', () => {
    const runs = [{ text: `x${NBSP}` }, { text: '@name', navigationEndpoint: {} }, { text: `${NBSP}y${NBSP}z` }];
    expect(plainText({ runs })).toBe(`x @name y${NBSP}z`);
  });
});
