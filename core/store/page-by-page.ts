import type { SlicedWork } from '#core/engine/long-work-ports.ts';

/** Work that does its steps, each of them on one page, in turn. */
export function pageByPage<T>(steps: readonly T[], work: (step: T) => void, end: () => void = () => undefined): SlicedWork {
  let at = 0;
  return {
    doSome() {
      if (at < steps.length) work(steps[at] as T);
      at += 1;
      return at < steps.length;
    },
    [Symbol.dispose]: end,
  };
}
