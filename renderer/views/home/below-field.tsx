import { UnseenBoundary } from '#renderer/shell/view-boundary.tsx';
import { Plan } from '#renderer/views/home/plan.tsx';
import { Work } from '#renderer/views/home/work.tsx';

interface BelowFieldParts {
  readonly all: ReadonlyMap<string, number>;
  readonly state: 'current' | 'behind';
}

/** What stands below the field: what becomes of its addresses, or what is being done and was done. One part of the window, so that it is there once Home is. */
export function BelowField({ all, state }: BelowFieldParts) {
  return all.size === 0 ? (
    <UnseenBoundary>
      <Work />
    </UnseenBoundary>
  ) : (
    <Plan all={all} state={state} />
  );
}
