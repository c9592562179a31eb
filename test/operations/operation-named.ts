import type { Operation } from '#core/operations/define.ts';
import { OPERATIONS } from '#core/operations/registry.ts';

export function operationNamed(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (found) return found;
  throw new Error(`there is no operation ${name}`);
}
