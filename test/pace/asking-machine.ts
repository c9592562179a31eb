/** A machine of a team that asks one host as often as it may, until it is killed. Its wishes are its argument; it says when it has met the host. */
import { openTeamPacer } from '#core/team/team-pacer.ts';
import { openPage } from '#test/network/page.ts';
import type { AskingMachine } from '#test/pace/machines.ts';

const { databaseUrl, origin, name, pace, lanes } = JSON.parse(process.argv[2] ?? '') as AskingMachine;
const pacer = await openTeamPacer({ databaseUrl, ceilings: 'on', onFault: (error) => process.stderr.write(`${name}: ${String(error)}\n`) });
const page = await openPage({ pacer, platform: { pace }, config: { pace: 'on' } });
const ask = (): Promise<unknown> => page.session.fetch({ url: `${origin}/?${name}` });

await ask();
process.send?.('met');
await new Promise((resolve) => process.once('message', resolve));
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (;;) await ask();
  }),
);
