/** A secret that was made here and is shown this once. */
export interface MadeSecret {
  /** Of the webhook. */
  readonly uuid: string;
  readonly secret: string;
}

/** As Standard Webhooks has it: 24 random bytes in base64 behind this. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `${PREFIX}${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
