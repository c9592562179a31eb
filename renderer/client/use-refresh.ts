import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OperationName } from '#renderer/client/call.ts';
import { useTold } from '#renderer/components/announcements.tsx';

/** Asks anew what the operation reads, whenever the service tells of something. */
export function useRefresh(read: OperationName): void {
  const kept = useQueryClient();
  useTold(useCallback(() => void kept.invalidateQueries({ queryKey: [read] }), [kept, read]));
}
