import { bad, good, plainly, type Row } from '#test/parity/row.ts';
import { MAKER, madePack, STRANGER, workingPack } from '#test/installed-packs/made-pack.ts';

const { publicKey: key } = MAKER;
const [first, stranger] = await Promise.all([
  workingPack({ version: '2099.1.1.1' }),
  madePack({ version: '2099.1.1.2', by: STRANGER }),
]).then((packs) => packs.map((file) => Buffer.from(file).toString('base64')));

/** In this order: each builds on what the one before left. */
export const PACK_ROWS: readonly Row[] = [
  { operation: 'packs.list', cases: [plainly] },
  { operation: 'packs.trust', cases: [good('a key', () => ({ key })), bad('INVALID_REQUEST', 'what is none', () => ({ key: 'mine' }))] },
  { operation: 'packs.keys', cases: [plainly] },
  {
    operation: 'packs.update',
    cases: [
      good('of a maker who is trusted', () => ({ pack: first })),
      bad('INVALID_REQUEST', 'of a stranger', () => ({ pack: stranger })),
      bad('INVALID_REQUEST', 'without one, and without an address', () => ({})),
    ],
  },
  {
    operation: 'packs.rollback',
    cases: [good('one', () => ({ id: 'steam' })), bad('INVALID_REQUEST', 'nothing to go back from', () => ({ id: 'steam' }))],
  },
  {
    operation: 'packs.choose',
    cases: [
      good('where packs are', () => ({ address: 'https://packs.example/platforms.pack', daily: false })),
      bad('INVALID_REQUEST', 'no https address', () => ({ address: 'http://packs.example/' })),
    ],
  },
  { operation: 'packs.updates', cases: [plainly] },
  {
    operation: 'packs.distrust',
    cases: [good('a key', () => ({ key })), bad('RESOURCE_NOT_FOUND', 'one that is not trusted', () => ({ key: STRANGER.publicKey }))],
  },
];
