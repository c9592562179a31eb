import { BrowserFailure } from '#core/network/browser/protocol.ts';
import { answerKindOf, BODY_CEILINGS, inMegabytes } from '#core/platform-kit/ceilings.ts';

/**
 * Keeps what is too large from crossing to the engine.
 * @param contentType empty where there is none
 * @throws BrowserFailure `ceiling`
 */
export function checkLength(length: number, contentType: string): void {
  const kind = answerKindOf(contentType);
  const { bytes } = BODY_CEILINGS[kind];
  if (length > bytes) throw new BrowserFailure({ kind: 'ceiling', text: `${inMegabytes(bytes)} of ${kind}` });
}
