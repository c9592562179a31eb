import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/** Lets requests of a platform through, or holds them until it is opened. */
export interface Gate {
  readonly simulator: Simulator;
  /** Holds requests that come from now on, or those alone that match. */
  close(match?: (request: SimulatedRequest) => boolean): void;
  /** Answers what is held and what comes. */
  open(): void;
  /** How many are held. */
  readonly held: number;
}

export function gateBefore(simulator: Simulator): Gate {
  let holds: (request: SimulatedRequest) => boolean = () => false;
  let waiting: (() => void)[] = [];
  return {
    async simulator(request) {
      if (holds(request)) await new Promise<void>((resolve) => waiting.push(resolve));
      return simulator(request);
    },
    close(match = () => true) {
      holds = match;
    },
    open() {
      holds = () => false;
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    },
    get held() {
      return waiting.length;
    },
  };
}
