import { expect, it } from 'vitest';
import { openApiStore, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob } from '#test/store/stored-job.ts';

it('columns keep the names that they are asked for by, and what is left open is asked for of all', () => {
  const place = inFolder(ownFolder('answers'));
  const engine = openEngineStore(place);
  const api = openApiStore(place, null);
  try {
    const { id, guid } = insertJob(engine);
    engine.jobs.update(id, { status: 'done', finishedAtMs: 7_000 });
    expect(api.jobs.lastOfPlatforms()).toMatchObject({
      newest: [{ guid, errorCode: null, finishedAtMs: 7_000 }],
      done: [{ finishedAtMs: 7_000 }],
    });
    api.requests.add('a token', 5);
    expect(api.requests.since(0)).toEqual([{ tokenUuid: 'a token', atMs: 5 }]);
    expect(api.webhooks.summary()).toMatchObject({ total_webhooks: 0, active_webhooks: 0, total_events: 0 });
  } finally {
    api.close();
    engine.close();
  }
});
