import { Buffer } from 'node:buffer';

/** Made up, and found nowhere else: whoever finds one has found what was to be replaced. */
export const CANARIES = {
  names: [
    'Kanarilla Vogelsang',
    'Канарейка Птицына',
    'كناري طائرالصدق',
    '金絲雀飛鳥',
    '카나리아 노란새',
    'कनारी पक्षीराज',
    'カナリアきいろ',
  ],
  texts: [
    'Zwitschernd verriet uns niemand etwas',
    'Щебетанье выдавало тайники',
    'تغريدة فضحت الأسرار',
    '囀鳴洩露了秘密之處',
    '지저귐이비밀을들켰다',
    'चहचहाहटने भेदखोला',
  ],
  usernames: ['kanarilla_vogelsang_77', 'zwitscherling.gelb'],
  account: '7391846205518',
  email: 'kanarilla.vogelsang@federkleid.example',
  phone: '+49 1579 4471932',
  cookie: 'Kanarienvogelkeks9b71f3e2c4',
  token: 'eyKanarientoken55c0ffee7781',
} as const;

/** Parts that tell as much as the whole. */
const TELLING = [
  ...[...CANARIES.names, ...CANARIES.texts].flatMap((words) =>
    words.split(' ').filter((word) => word.length > 4 || /[^\p{ASCII}]/u.test(word)),
  ),
  ...CANARIES.usernames,
  CANARIES.account,
  CANARIES.email.split('@')[0] as string,
  'federkleid',
  '4471932',
  CANARIES.cookie,
  CANARIES.token,
].filter((word) => [...word].length > 2);

/** Those of `words` that stand in a text, in whichever way of writing it: as they are, escaped, in an address, in markup, in base64. */
export function foundIn(text: string, words: readonly string[] = TELLING): readonly string[] {
  const lower = text.toLowerCase();
  return words.filter(
    (word) =>
      writings(word).some((writing) => lower.includes(writing.toLowerCase())) || inBase64(word).some((writing) => text.includes(writing)),
  );
}

function writings(word: string): readonly string[] {
  const each = (write: (letter: string) => string): string => [...word].map(write).join('');
  const unit = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const plain = (write: (letter: string) => string) => (letter: string) => (/[\x20-\x7e]/.test(letter) ? letter : write(letter));
  return [
    word,
    each(unit),
    each(plain(unit)),
    each(plain((letter) => unit(letter).replace('\\', '\\\\'))),
    encodeURIComponent(word),
    encodeURIComponent(encodeURIComponent(word)),
    each(plain((letter) => `&#${letter.codePointAt(0)};`)),
    each(plain((letter) => `&#x${letter.codePointAt(0)?.toString(16)};`)),
    Buffer.from(word).toString('hex'),
  ];
}

/** At each of three places within a group of three bytes; without the letters that hang on what stands around. */
function inBase64(word: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const written = Buffer.concat([Buffer.alloc(before), Buffer.from(word)])
      .toString('base64')
      .replace(/=+$/, '');
    return written.slice(before === 0 ? 0 : before + 1, -1);
  });
}
