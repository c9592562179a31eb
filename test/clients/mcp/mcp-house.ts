import { afterAll, beforeAll } from 'vitest';
import { contractService, type ContractService } from '#test/contract/contract-service.ts';
import { type Connected, type DoorName, DOORS, type Where } from '#test/clients/mcp/doors.ts';

/** A service with platforms, and clients at its doors. */
interface McpHouse extends ContractService {
  readonly where: Where;
  open(door: DoorName): Promise<Connected>;
}

/** Once for the file that calls this. */
export function mcpHouse(env: Readonly<Record<string, string>> = {}): McpHouse {
  const house = contractService(env);
  const where = (): Where => ({
    baseUrl: house.service.baseUrl,
    token: house.service.token,
    dataDir: house.service.dataDir,
    env: house.world.env,
  });
  return Object.defineProperties({} as McpHouse, {
    ...Object.getOwnPropertyDescriptors(house),
    where: { get: where },
    open: { value: (door: DoorName) => DOORS[door](where()) },
  });
}

/** One client for all tests of a block. */
export function clientAt(house: McpHouse, door: DoorName): { readonly client: Connected } {
  let client: Connected;
  beforeAll(async () => {
    client = await house.open(door);
  });
  afterAll(() => client[Symbol.asyncDispose]());
  return {
    get client() {
      return client;
    },
  };
}
