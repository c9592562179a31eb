import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { bookingSimulator, PROPERTY_PATH } from '#core/platforms/booking/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const HOTEL = `https://www.booking.com${PROPERTY_PATH}.html`;
const TOKEN = 'aws-waf-token=made-up; Domain=.booking.com; Path=/; Secure; Max-Age=345600';

let world: World;
beforeAll(async () => {
  const site = bookingSimulator({});
  const lettingIn: Simulator = async (request) => {
    const answer = await site(request);
    return answer === null ? null : { ...answer, headers: { ...answer.headers, 'set-cookie': TOKEN } };
  };
  world = await startWorld({ simulators: [lettingIn] });
});
afterAll(() => world.close());

it('what let one export in lets in the next one, be it of another start', async () => {
  await using service = await startServiceProcess({ world: world.env });
  const cookies = (): readonly (string | undefined)[] => world.requests.map(({ headers }) => headers['cookie']);
  await service.client().export(HOTEL, { limit: 5 });
  expect(cookies()[0]).toBeUndefined();
  world.reset();
  await service.restart('quit');
  await service.client().export(HOTEL, { limit: 5 });
  expect(cookies()[0]).toBe('aws-waf-token=made-up');
});
