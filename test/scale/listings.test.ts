import { expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { ownFolder } from '#test/own.ts';
import { clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { fillStore } from '#test/scale/filled-store.ts';
import { listingsOf } from '#test/scale/listings.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';
import { askDatabase } from '#test/postgres/ask.ts';

/** Twenty pages of an export are read at once: a small part of all, or PostgreSQL had better go through the table. */
const SIZE = { filled: 4, items: 5_000, jobs: 6_000, webhooks: 10, messages: 6_000, schedules: 40 };
/** A statement that is prepared is planned for its values five times, and then may be planned for any. */
const TIMES = 6;

it.skipIf(clustersLack() !== null)('no listing and no search of a team goes through all exports or all rows', async () => {
  await using cluster = await startCluster();
  const databaseUrl = await cluster.newDatabase();
  const dataDir = ownFolder('listings');
  const store = fillStore({ dataDir, databaseUrl }, SIZE);
  const answers: unknown[] = [];
  {
    await using service = await startServiceProcess({
      world: {},
      dataDir,
      env: { COMMENTDOCK_DATABASE_URL: databaseUrl, COMMENTDOCK_VAULT_KEY: VAULT_KEY },
    });
    const owner = readRunFile(dataDir)?.owner_secret ?? '';
    await askDatabase(databaseUrl, 'SELECT pg_stat_reset()');
    for (const { name, path, as } of listingsOf(store).flatMap((listing) => Array.from({ length: TIMES }, () => listing))) {
      const answer = await fetch(new URL(path, service.baseUrl), {
        headers: { 'x-auth-token': as === 'owner' ? owner : store.memberToken },
      });
      if (answer.status !== 200) answers.push([name, answer.status, await answer.text()]);
      else await answer.arrayBuffer();
    }
  }
  expect(answers).toEqual([]);
  // What connections counted is told at the latest when they end.
  const scanned = `SELECT relname, seq_scan::int AS times FROM pg_stat_user_tables
    WHERE seq_scan > 0 AND relname IN ('items', 'jobs')`;
  await expect
    .poll(
      async () =>
        (await askDatabase(databaseUrl, `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`))
          .rows,
    )
    .toEqual([]);
  expect((await askDatabase(databaseUrl, scanned)).rows).toEqual([]);
});
