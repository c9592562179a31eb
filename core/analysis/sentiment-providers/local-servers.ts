import { z } from 'zod';
import { isHandedOn } from '#core/analysis/sentiment-providers/local-model.ts';

/** A program on this machine that answers with models. */
export interface LocalServer {
  /** As people know it. */
  readonly name: string;
  /** Up to the version, as `base_url` of the provider `local-model`. */
  readonly baseUrl: string;
  /** Those that write, and run here. */
  readonly models: readonly string[];
}

/** The JSON at an address, whatever it is; null where there is none. */
export type Look = (url: string) => Promise<unknown>;

const MOST_MODELS = 200;
const MAX_NAME_LENGTH = 200;
/** Models that turn texts into vectors write nothing. */
const WRITES_NOTHING = /embed/i;
const UNPRINTABLE = /[^\u0020-\u007E]/;
const LM_STUDIO_PORT = 1_234;
/** What servers call themselves in `owned_by` of their models. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['llamacpp', 'llama.cpp'],
  ['vllm', 'vLLM'],
]);

/** Ollama: GET /api/tags. */
const tagsSchema = z.object({ models: z.array(z.unknown()) });
/** `remote_host`: of a model that runs at Ollama's own service. */
const tagSchema = z.object({ name: z.string(), remote_host: z.string().nullish().catch(null) });
/** All others, and Ollama too: GET /v1/models. */
const listSchema = z.object({ data: z.array(z.unknown()) });
const listedSchema = z.object({ id: z.string(), owned_by: z.string().nullish().catch(null) });

/** Who of these ports of this machine answers as a server of models does, in their order. */
export async function findLocalServers(ports: readonly number[], look: Look): Promise<readonly LocalServer[]> {
  const found = await Promise.all(ports.map((port) => serverAt(port, look)));
  return found.filter((server) => server !== null);
}

async function serverAt(port: number, look: Look): Promise<LocalServer | null> {
  const origin = `http://127.0.0.1:${port}`;
  const [tags, list] = await Promise.all([look(`${origin}/api/tags`), look(`${origin}/v1/models`)]);
  const tagged = tagsSchema.safeParse(tags).data?.models;
  const listed = listSchema.safeParse(list).data?.data;
  if (tagged === undefined && listed === undefined) return null;
  const models = entriesOf(listed ?? [], listedSchema);
  const names =
    tagged === undefined
      ? models.map(({ id }) => id)
      : entriesOf(tagged, tagSchema).flatMap(({ name, remote_host: host }) => (host ? [] : name));
  // llama.cpp answers at Ollama's address too.
  const known = port === LM_STUDIO_PORT ? 'LM Studio' : OWNERS.get(models[0]?.owned_by ?? '');
  return { name: known ?? (tagged === undefined ? 'Model server' : 'Ollama'), baseUrl: `${origin}/v1`, models: namesFrom(names) };
}

function entriesOf<T>(entries: readonly unknown[], schema: z.ZodType<T>): readonly T[] {
  return entries.slice(0, MOST_MODELS).flatMap((entry) => schema.safeParse(entry).data ?? []);
}

/** What could be no name of a model is left out, and what does not run here. */
function namesFrom(names: readonly string[]): readonly string[] {
  const fits = (name: string): boolean =>
    name !== '' &&
    name.length <= MAX_NAME_LENGTH &&
    name === name.trim() &&
    !UNPRINTABLE.test(name) &&
    !WRITES_NOTHING.test(name) &&
    !isHandedOn(name);
  return [...new Set(names.filter(fits))];
}
