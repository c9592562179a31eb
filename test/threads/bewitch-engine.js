// Loaded into every thread of a process by NODE_OPTIONS=--import: the engine's thread comes to grief over texts that hold a mark, as it
// would over an answer of a shape that nobody has thought of. From outside as far as its own code can tell.
import { existsSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread, threadName } from 'node:worker_threads';

/** What becomes of the thread, by the mark. */
const SPELLS = {
  'the thread stands still': () => {
    for (;;);
  },
  // The same to all others, and costs no processor.
  'the thread waits for ever': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  // Nothing interrupts it.
  'native code never returns': () => {
    const Database = createRequire(import.meta.url)('better-sqlite3');
    new Database(':memory:').prepare('WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n').get();
  },
  'the memory is full': () => {
    const held = [];
    for (;;) held.push(Array(1_000_000).fill(held.length + 0.5));
  },
};

if (!isMainThread && threadName === 'engine') {
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    const spell = Object.keys(SPELLS).find((mark) => typeof text === 'string' && text.includes(mark));
    // Where a file is named, it works once.
    const { SPELL_ONCE } = process.env;
    const isDue = SPELL_ONCE === undefined || existsSync(SPELL_ONCE);
    if (spell !== undefined && isDue) {
      if (SPELL_ONCE !== undefined) unlinkSync(SPELL_ONCE);
      SPELLS[spell]();
    }
    return parse(text, reviver);
  };
}
