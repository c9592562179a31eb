import { OPERATIONS } from '#core/operations/registry.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { type House, openService } from '#test/parity/house.ts';
import { askRest } from '#test/parity/rest-door.ts';
import { startWorld } from '#test/world/world.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Somebody who asks over REST. */
export interface Person {
  readonly uuid: string;
  readonly token: string;
  /** The answer; the body of the error where it is refused. */
  ask(operation: string, input?: Fields): Promise<{ readonly status: number; readonly body: unknown }>;
  /** The answer of what is to end well. */
  get(operation: string, input?: Fields): Promise<Fields>;
}

/** A service whose owner has members. */
interface TeamHouse extends House {
  readonly baseUrl: string;
  /** With an API token. */
  readonly owner: Person;
  /** Lets somebody in. */
  member(name: string, role?: string): Promise<Person>;
}

/** An app of the platform that plays along. */
export const SAMPLE = 'https://store.steampowered.com/app/10/';

export async function openTeamHouse(env: Readonly<Record<string, string>> = {}): Promise<TeamHouse> {
  const world = await startWorld({ simulators: [steamSimulator({ reviews: 5 })] });
  const house = await openService({ ...world.env, ...env });
  const baseUrl = house.run.base_url;
  const [first] = (await house.client.callAsGiven('tokens.list', {})) as readonly { readonly token: string }[];
  const owner = personOf(baseUrl, '', first?.token ?? '');
  return {
    ...house,
    baseUrl,
    owner,
    async member(name, role = 'member') {
      const { uuid } = await owner.get('members.create', { name, role });
      const { token } = await owner.get('members.invite', { uuid });
      return personOf(baseUrl, String(uuid), String(token));
    },
    async [Symbol.asyncDispose]() {
      await house[Symbol.asyncDispose]();
      await world.close();
    },
  };
}

/** A finished sample export. */
export async function sampleOf(person: Person): Promise<string> {
  return String((await person.get('jobs.create', { url: SAMPLE, sandbox: true, formats: ['csv', 'json'] }))['guid']);
}

function personOf(baseUrl: string, uuid: string, token: string): Person {
  const ask: Person['ask'] = async (operation, input = {}) => {
    const outcome = await askRest(baseUrl, token, operation, input);
    if ('error' in outcome) return { status: outcome.error.status_code, body: outcome.error };
    return { status: OPERATIONS.find(({ name }) => name === operation)?.rest.status ?? 0, body: outcome.answer };
  };
  return {
    uuid,
    token,
    ask,
    async get(operation, input) {
      const { status, body } = await ask(operation, input);
      if (status >= 400) throw new Error(`${operation}: ${JSON.stringify(body)}`);
      return body as Fields;
    },
  };
}
