import { createHash, randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { CommentdockError } from '#core/contract/error.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const NONCE_BYTES = 16;
/** `granted` and `grantedWithMods`. */
const GRANTED: readonly number[] = [0, 1];

/** What a server is asked to stamp (RFC 3161). */
interface StampRequest {
  /** What the imprint is of: the digits of a root. */
  readonly stamped: string;
  readonly nonce: Buffer;
  /** The request as it goes over the wire. */
  readonly bytes: Buffer;
}

/** A stamp that fits its request. */
export interface TimeStamp {
  /** The answer as it came: `timestamp.tsr`. */
  readonly bytes: Buffer;
  /** ISO 8601. */
  readonly at: string;
}

export function stampRequest(root: string): StampRequest {
  const nonce = randomBytes(NONCE_BYTES);
  // A positive number, written in as many bytes.
  nonce[0] = ((nonce[0] as number) & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(root).digest() }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return { stamped: root, nonce, bytes: Buffer.from(request.toSchema().toBER()) };
}

/**
 * Reads what a server answered: it has to stamp what was asked for, under the nonce of the request, with a signature of a certificate for
 * stamping that lies in it. Whether that certificate is to be trusted is not looked at.
 * @throws CommentdockError NETWORK where it is none of that
 */
export async function readStamp(bytes: Buffer, { stamped, nonce }: StampRequest): Promise<TimeStamp> {
  try {
    const { status, timeStampToken: token } = TimeStampResp.fromBER(new Uint8Array(bytes));
    if (!GRANTED.includes(status.status) || token === undefined) throw new Error(`the server refuses (status ${status.status})`);
    const signed = new SignedData({ schema: token.content });
    const content = signed.encapContentInfo.eContent?.getValue();
    if (content === undefined) throw new Error('the stamp is empty');
    const info = TSTInfo.fromBER(content);
    if (info.nonce === undefined || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
      throw new Error('its nonce is another one');
    // The imprint is compared with what was asked for by the same call.
    const data = new Uint8Array(Buffer.from(stamped)).buffer;
    const found = await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true });
    if (found.signatureVerified !== true) throw new Error('its signature does not hold');
    if (!mayStamp(found.signerCertificate ?? null)) throw new Error('its certificate is none for time stamps');
    return { bytes, at: info.genTime.toISOString() };
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : 'it cannot be read';
    throw new CommentdockError('NETWORK', `What the time-stamping server answered is no stamp of this package: ${words}.`, { cause });
  }
}

function mayStamp(certificate: Certificate | null): boolean {
  const usage = certificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue as ExtKeyUsage | undefined;
  return usage?.keyPurposes.includes(TIME_STAMPING) === true;
}
