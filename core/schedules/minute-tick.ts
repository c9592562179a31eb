import { schedule } from 'node-cron';

/** Calls back at the start of each minute until it is disposed; after a sleep of the machine too, with the next minute. */
export function tickEveryMinute(onTick: () => void): Disposable {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
  const task = schedule('* * * * *', onTick, { timezone: 'UTC', unref: true, suppressMissedWarning: true, logger: quiet });
  return { [Symbol.dispose]: () => void task.destroy() };
}
