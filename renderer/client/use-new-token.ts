import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallError, type Input, type Output } from '#renderer/client/call.ts';

export type Token = Output<'tokens.list'>[number];

/** As many as one page of the list has. */
export const MOST_TOKENS = 30;

/** Makes an API token and gives it with its value, which the window shows this once. */
export function useNewToken() {
  const kept = useQueryClient();
  return useMutation<Token | null, CallError, Input<'tokens.generate'>>({
    async mutationFn(input) {
      const before = new Set((await newestTokens()).map(({ uuid }) => uuid));
      await call('tokens.generate', input);
      return (await newestTokens()).find(({ uuid }) => !before.has(uuid)) ?? null;
    },
    onSettled: () => kept.invalidateQueries({ queryKey: ['tokens.list'] }),
  });
}

function newestTokens(): Promise<Token[]> {
  return call('tokens.list', { limit: MOST_TOKENS });
}
