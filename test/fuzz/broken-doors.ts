import type { Door } from '#test/fuzz/doors.ts';

const examples = ['a'];

/** Doors with the faults that are looked for. */
export async function openDoors(): Promise<readonly Door[]> {
  return [
    { name: 'sound', examples, open: (text) => text },
    {
      name: 'throws',
      examples,
      open(text) {
        throw new TypeError(`not in the catalogue: ${text}`);
      },
    },
    {
      name: 'stands still',
      examples,
      open() {
        for (;;);
      },
    },
    {
      name: 'takes long',
      examples,
      open() {
        const before = process.cpuUsage();
        for (let spent = 0; spent < 2_500_000;) {
          const { user, system } = process.cpuUsage(before);
          spent = user + system;
        }
      },
    },
    {
      name: 'takes all memory',
      examples,
      open() {
        const held: string[] = [];
        for (;;) held.push(`${held.length}`.repeat(1_000));
      },
    },
  ];
}
