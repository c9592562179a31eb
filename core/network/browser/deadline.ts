import { BrowserFailure } from '#core/network/browser/protocol.ts';

/** A page whose script never comes to rest answers nothing, and is as good as crashed. @throws BrowserFailure `crashed` */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BrowserFailure({ kind: 'crashed', text: 'no answer of the browser' })), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
