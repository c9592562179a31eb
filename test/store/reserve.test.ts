import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FileConnection, openDatabase } from '#core/store/database.ts';
import { openReserve, withReserve } from '#core/store/reserve.ts';
import { mountSmallDisk, type SmallDisk, smallDisksLack } from '#test/crash/small-disk.ts';
import { ownFolder } from '#test/own.ts';

const LACKING = smallDisksLack();
const MB = 1_048_576;

describe('the reserve', () => {
  it('is of a size that a large disk does not feel, and the same again at the next start', () => {
    const folder = ownFolder('reserve');
    for (let start = 0; start < 2; start += 1) {
      openReserve(folder).renew();
      expect(statSync(join(folder, 'reserve')).size).toBe(16 * MB);
    }
  });

  describe('where a disk is full', () => {
    const full = (code = 'SQLITE_FULL'): Error => Object.assign(new Error('no room'), { code });

    /** The folder, and what does something `failures` times in vain; `held`: what the reserve had each time. */
    function trying(failures: readonly Error[]) {
      const folder = ownFolder('reserve');
      const connection = openDatabase(folder);
      onTestFinished(() => void connection.close());
      const size = (): number => statSync(join(folder, 'reserve'), { throwIfNoEntry: false })?.size ?? 0;
      const held: number[] = [];
      const work = (): string => {
        held.push(size() / MB);
        const failure = failures[held.length - 1];
        if (failure !== undefined) throw failure;
        return 'done';
      };
      const reserve = openReserve(folder);
      reserve.renew();
      return { reserve, connection, work, held, size };
    }

    it('is given up for one more try, and another once the log is in the database', () => {
      const once = trying([full()]);
      expect(once.reserve.use(once.connection, once.work)).toBe('done');
      expect([once.held, once.size()]).toEqual([[16, 0], 16 * MB]);
      const twice = trying([full(), full('ENOSPC')]);
      expect(twice.reserve.use(twice.connection, twice.work)).toBe('done');
      expect([twice.held, twice.size()]).toEqual([[16, 0, 0], 16 * MB]);
      const thrice = trying([full(), full(), full()]);
      expect(() => thrice.reserve.use(thrice.connection, thrice.work)).toThrow('no room');
      expect([thrice.held.length, thrice.size()]).toEqual([3, 16 * MB]);
    });

    it('is kept where there is another trouble, or the work is part of something larger', () => {
      for (const failure of [new Error('a fault'), full('SQLITE_CORRUPT')]) {
        const other = trying([failure]);
        expect(() => other.reserve.use(other.connection, other.work)).toThrow(failure);
        expect(other.held).toEqual([16]);
      }
      const part = trying([full()]);
      const whole = part.connection.transaction(() => part.reserve.use(part.connection, part.work));
      expect(() => whole.immediate()).toThrow('no room');
      expect([part.held, part.size()]).toEqual([[16], 16 * MB]);
    });

    it('is what some doings of a store may use, and no others', () => {
      const { reserve, connection, held, size } = trying([]);
      const store = {
        name: 'a store',
        remove(this: { readonly name: string }, what: string): string {
          held.push(size() / MB);
          if (held.length === 1) throw full();
          return `${what} of ${this.name}`;
        },
        add(): never {
          throw full();
        },
      };
      const roomy = withReserve(store, ['remove'], reserve, connection);
      expect(roomy.remove('all')).toBe('all of a store');
      expect(held).toEqual([16, 0]);
      expect(() => roomy.add()).toThrow('no room');
      expect(held).toHaveLength(2);
    });
  });

  describe.skipIf(LACKING !== null)(`of a small disk${LACKING === null ? '' : ` (skipped: ${LACKING})`}`, () => {
    let disk: SmallDisk;
    let connection: FileConnection;
    beforeEach(() => {
      disk = mountSmallDisk(8);
      connection = openDatabase(disk.folder);
    });
    afterEach(() => {
      connection.close();
      disk[Symbol.dispose]();
    });
    const held = (): number => statSync(join(disk.folder, 'reserve'), { throwIfNoEntry: false })?.size ?? 0;
    const write = (name: string): void =>
      void connection.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, 'x'.repeat(200_000));

    it('is a share of it, is there for one more word, and is taken again with what is left', () => {
      const reserve = openReserve(disk.folder);
      reserve.renew();
      const whole = held();
      expect(whole).toBeGreaterThan(0.5 * MB);
      expect(whole).toBeLessThan(MB);
      disk.fill();
      expect(() => write('without')).toThrow(/full/);
      reserve.use(connection, () => write('with'));
      expect(held()).toBeLessThan(whole);
      expect(disk.freeBytes).toBe(0);
      disk.makeRoom();
      reserve.renew();
      expect(held()).toBeGreaterThan(0.5 * MB);
    });

    it('is given up for a start that has no room', () => {
      const reserve = openReserve(disk.folder);
      reserve.renew();
      reserve.openForStart();
      expect(held()).toBeGreaterThan(0);
      disk.fill();
      reserve.openForStart();
      expect(held()).toBe(0);
      expect(disk.freeBytes).toBeGreaterThan(0.5 * MB);
    });

    it('is as large after a start without room as it was before', () => {
      openReserve(disk.folder).renew();
      const whole = held();
      disk.fill();
      for (let start = 0; start < 3; start += 1) {
        const reserve = openReserve(disk.folder);
        reserve.openForStart();
        reserve.renew();
        expect(held()).toBe(whole);
      }
    });

    it('is not needed to open what is there', () => {
      for (let row = 0; row < 25; row += 1) write(`row ${row}`);
      disk.fill();
      const further = [openDatabase(disk.folder), openDatabase(disk.folder)];
      expect(disk.freeBytes).toBe(0);
      for (const one of further) one.close();
    });
  });
});
