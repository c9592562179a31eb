import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileConnection, openDatabase } from '#core/store/database.ts';
import { openReserve } from '#core/store/reserve.ts';
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
