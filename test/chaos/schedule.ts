import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { EXPORTS, type Ground } from '#test/chaos/ground.ts';

const HOUR_MS = 3_600_000;
/** Schedules are looked at once a minute. */
const LOOKED_AT_MS = 75_000;
const POLL_EVERY_MS = 500;

const scheduleSchema = z.object({ uuid: z.string(), nextRunAt: z.string().nullable() });

/** A webhook for all that happens to exports, and a schedule of every hour in a zone whose clocks change. Its uuid. */
export async function scheduleEveryHour({ service, receiver }: Ground): Promise<string> {
  const events = ['export.created', 'export.finished', 'export.failed'];
  await posted('/api/v1/webhooks', { url: receiver.url, events, signingSecret: 'of-chaos-alone' });
  const { url, options } = EXPORTS.scheduled;
  const made = await posted('/api/v1/schedules', { url, options, cron: '0 * * * *', timezone: 'Europe/Berlin' });
  return scheduleSchema.parse(JSON.parse(made)).uuid;

  async function posted(path: string, body: object): Promise<string> {
    const answer = await service.ask(path, { method: 'POST', body: JSON.stringify(body) });
    if (answer === null || answer.status >= 300) throw new Error(`${path}: ${answer?.status ?? 'no answer'} ${answer?.text ?? ''}`);
    return answer.text;
  }
}

/** When it runs next, the moment, and its period: as soon as that is right, or once it has been looked at. */
export async function untilScheduleGoesOn({ service }: Ground, uuid: string): Promise<[string | null, number, number]> {
  const untilMs = performance.now() + LOOKED_AT_MS;
  for (;;) {
    const answer = await service.ask(`/api/v1/schedules/${uuid}`);
    const nextRunAt = answer?.status === 200 ? scheduleSchema.parse(JSON.parse(answer.text)).nextRunAt : null;
    const isRight = nextRunAt !== null && Date.parse(nextRunAt) - Date.now() <= HOUR_MS;
    if (isRight || performance.now() > untilMs) return [nextRunAt, Date.now(), HOUR_MS];
    await delay(POLL_EVERY_MS);
  }
}
