import { callNamed, type OperationContext } from '#core/operations/registry.ts';
import type { Params, Result } from '#core/surfaces/mcp/answers.ts';
import { takesGuid } from '#core/surfaces/mcp/prompts.ts';

const LOOKED_THROUGH = 30;

/** Guids of the newest exports that begin with what was typed. @throws ProtocolFailure for an unknown prompt */
export async function completeArgument(params: Params, context: OperationContext): Promise<Result> {
  const ref = params['ref'] as Params;
  const { name, value } = params['argument'] as { readonly name: string; readonly value: string };
  const isGuid = ref['type'] === 'ref/prompt' ? takesGuid(ref['name'], name) : name === 'guid';
  if (!isGuid) return { completion: { values: [], total: 0, hasMore: false } };
  const jobs = await callNamed('jobs.list', { page: 1, limit: LOOKED_THROUGH }, context);
  const values = jobs.map(({ guid }) => guid).filter((guid) => guid.startsWith(value));
  return { completion: { values, total: values.length, hasMore: jobs.length === LOOKED_THROUGH } };
}
