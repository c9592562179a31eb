import type { MessagePort } from 'node:worker_threads';
import { answerCalls } from '#core/threads/calls.ts';

/** Methods of a port that can be asked of another thread: they answer later, and what they are given is plain. */
type Callable<P> = { readonly [K in keyof P]: P[K] extends (...given: never[]) => Promise<unknown> ? K : never }[keyof P] & string;

/** Asks the thread that answers a port; `given` is what the method is given, in order. */
type AskThread = (method: string, given: readonly unknown[]) => Promise<unknown>;

/** Makes the named methods of a port whose answers come from a thread: its own side is `answerPort`. */
export function portOver<P>(ask: AskThread): <const K extends Callable<P>>(methods: readonly K[]) => Pick<P, K> {
  return <const K extends Callable<P>>(methods: readonly K[]) => made<Pick<P, K>>(methods, ask);
}

/** The named methods, bound to what has them. */
export function methodsOf<P extends object, const K extends Callable<P>>(owner: P, methods: readonly K[]): Pick<P, K> {
  return made<Pick<P, K>>(methods, (method, given) => callOn(owner, method, given));
}

/** Answers what is asked of a port through `port`. */
export function answerPort<P extends object>(port: MessagePort, answers: Pick<P, Callable<P>>): void {
  answerCalls(port, async (method, given) => {
    if (!Object.hasOwn(answers, method)) throw new Error(`This thread has no call "${method}".`);
    return callOn(answers, method, given as readonly unknown[]);
  });
}

function made<M>(methods: readonly string[], ask: AskThread): M {
  return Object.fromEntries(methods.map((method) => [method, (...given: readonly unknown[]) => ask(method, given)])) as M;
}

/** Both sides take the names, and what the methods are given, from the same type. */
function callOn(owner: object, method: string, given: readonly unknown[]): Promise<unknown> {
  return (owner as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>)[method]!(...given);
}
