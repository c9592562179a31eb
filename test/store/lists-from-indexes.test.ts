import { expect, it } from 'vitest';
import { openInMemory } from '#core/store/database.ts';
import { createJobReader } from '#core/store/jobs.ts';

/** One row, or those of a batch. */
const BY_NAME = /INTEGER PRIMARY KEY|\((?:guid|batch_id)=\?\)/;

it('lists and counts of exports look at no export but those that are shown', () => {
  using closing = new DisposableStack();
  const connection = closing.adopt(openInMemory(), (opened) => opened.close());
  const asked: string[] = [];
  const prepare = connection.prepare.bind(connection);
  Object.assign(connection, {
    prepare(sql: string) {
      asked.push(sql);
      return prepare(sql);
    },
  });
  createJobReader(connection);
  const steps = asked.flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail),
  );
  const ofExports = steps.filter((step) => /^(?:SCAN|SEARCH) (?:jobs|newest)\b/.test(step));
  expect(ofExports.length).toBeGreaterThan(10);
  expect(ofExports.filter((step) => !step.includes('COVERING INDEX') && !BY_NAME.test(step))).toEqual([]);
});
