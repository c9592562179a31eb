import type { PlatformInfo } from '#core/contract/platform.ts';

type Words = readonly [string, ...string[]];

export const GIVEN_NAMES: Words = [
  'Amara',
  'Bjorn',
  'Chiara',
  'Daniel',
  'Elif',
  'Farid',
  'Grace',
  'Hiro',
  'Ines',
  'Jonas',
  'Kavya',
  'Liam',
  'Mei',
  'Noor',
  'Olga',
  'Pedro',
  'Renée',
  'Sofía',
  'Tariq',
  'Yuki',
];
export const FAMILY_NAMES: Words = [
  'Adeyemi',
  'Berg',
  'Castro',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jensen',
  'Kumar',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Rossi',
  'Silva',
  'Tanaka',
  'Weber',
];

export const TITLES: Words = [
  'Sample: a short note',
  'Sample: first impressions',
  'Sample: after three months',
  'Sample: would do it again',
  'Sample: mixed feelings',
  'Sample: better than expected',
  'Sample: a question for everyone',
  'Sample: what nobody mentions',
];

export const REPLY_WORDS: Words = [
  'Sample reply: same here.',
  'Sample reply: thank you for writing this 🙏',
  'Sample reply: I see it differently, but fair point.',
  'Sample reply: where did you find that?',
  'Sample reply: this deserves more attention.',
  'Sample reply: not in my experience.',
];

export const OWNER_WORDS: Words = [
  'Sample answer: thank you, we are glad to hear it.',
  'Sample answer: sorry about that. Please write to us so that we can put it right.',
];

/** What people write, by the kind of platform. Every text says that it is a sample. */
export const SAMPLE_TEXTS: Readonly<Record<PlatformInfo['category'], Words>> = {
  social: [
    'Sample comment: this made my day 😊',
    'Sample comment: can you share where this was taken?',
    'Sample comment: not sure I agree, but well said.',
    'Sample comment: saving this for later.\nThank you!',
    'Sample comment: "quoted", with, commas; and semicolons',
  ],
  video: [
    'Sample comment: the part at 3:42 is my favourite.',
    'Sample comment: came back to this after years ❤️',
    'Sample comment: the sound is a bit low, otherwise great.',
    'Sample comment: please make a second part!',
    'Sample comment: first line\nsecond line',
  ],
  audio: [
    'Sample comment: that drop at 1:10 🔥',
    'Sample comment: on repeat all week.',
    'Sample comment: which plugin is that?',
    'Sample comment: the mix could be wider.',
  ],
  forum: [
    'Sample comment: I tried this and it works on my machine.',
    'Sample comment: source? I could not find it.',
    'Sample comment: a longer thought:\n\nit depends on what you measure.',
    'Sample comment: good point, and there is a trade-off nobody mentions.',
  ],
  shop: [
    'Sample review: arrived on time and as described.',
    'Sample review: good value, thin packaging.',
    'Sample review: stopped working after two weeks.',
    'Sample review: exactly what I needed 👍',
  ],
  reviews: [
    'Sample review: friendly people and quick help.',
    'Sample review: waited 40 minutes, nobody explained why.',
    'Sample review: fair prices. Will come back.',
    'Sample review: it was fine, nothing special.',
  ],
  apps: [
    'Sample review: does what it says.',
    'Sample review: crashes since the last update.',
    'Sample review: love the new design 🎉',
    'Sample review: please add a dark mode.',
  ],
  search: [
    'Sample result: an overview of the subject.',
    'Sample result: frequently asked questions.',
    'Sample result: a discussion from last year.',
  ],
};
