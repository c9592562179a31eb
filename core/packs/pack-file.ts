import { createHash } from 'node:crypto';
import { CommentdockError } from '#core/contract/error.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { manifestSchema, PACK_CEILING, type PackManifest } from '#core/packs/manifest.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import { isSigned, publicKeyOf, publicKeySchema, signatureSchema, signBytes } from '#core/packs/signature.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';

/**
 * The file: three lines (what it is; the key and the signature; the manifest), then the parts, one behind the other. Nothing is packed smaller, so
 * that nothing can unpack to more. The first line is fixed, key and signature fit nothing else, the signature covers the bytes of the manifest, that
 * has the length and the hash of every part, and nothing stands behind the last of them: no byte can be changed unseen.
 */
const FIRST_LINE = 'commentdock-pack 1\n';
const NEWLINE = 10;
const SEAL_BYTES = 64 + 1 + 128 + 1;

interface PackedCode {
  /** The code, as one script. */
  readonly code: string;
  /** JSON; see `samplesSchema`. */
  readonly samples: string;
}

/** A pack whose bytes are those that were signed. Whether its key is trusted is another question. */
export interface Pack {
  readonly manifest: PackManifest;
  /** Who signed it. */
  readonly publicKey: string;
  /** Of the whole file, hexadecimal: what the pack is kept under. */
  readonly sha256: string;
  /** @throws PackRefusal form: there is no such platform in it */
  partsOf(id: string): PackedCode;
}

/** @throws PackRefusal size, form, tampered */
export function readPack(file: Uint8Array): Pack {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > PACK_CEILING.bytes) throw new PackRefusal('size', `it has more than ${PACK_CEILING.bytes} bytes.`);
  const sealAt = FIRST_LINE.length;
  if (bytes.subarray(0, sealAt).toString('latin1') !== FIRST_LINE)
    throw new PackRefusal('form', 'it does not begin as a pack of format 1 does.');
  const { publicKey, signature } = readSeal(bytes.subarray(sealAt, sealAt + SEAL_BYTES).toString('latin1'));
  const manifestAt = sealAt + SEAL_BYTES;
  const partsAt = bytes.subarray(manifestAt, manifestAt + PACK_CEILING.manifestBytes).indexOf(NEWLINE) + manifestAt + 1;
  if (partsAt === manifestAt) throw new PackRefusal('form', 'its manifest has no end.');
  const signed = bytes.subarray(manifestAt, partsAt);
  if (!isSigned(signed, signature, publicKey)) throw new PackRefusal('tampered', 'the signature does not fit its manifest.');
  const manifest = readManifest(signed.toString('utf8'));
  const parts = readParts(bytes, partsAt, manifest);
  return {
    manifest,
    publicKey,
    sha256: sha256Of(bytes),
    partsOf(id) {
      const part = parts.get(id);
      if (part === undefined) throw new PackRefusal('form', `it holds no platform "${id}".`);
      return { code: part.code.toString('utf8'), samples: part.samples.toString('utf8') };
    },
  };
}

function readSeal(line: string): { readonly publicKey: string; readonly signature: string } {
  const [publicKey = '', signature = ''] = line.split(' ');
  const isWhole = publicKeySchema.safeParse(publicKey).success && signatureSchema.safeParse(signature.slice(0, -1)).success;
  if (!isWhole || !line.endsWith('\n')) throw new PackRefusal('form', 'its second line is no key with a signature.');
  return { publicKey, signature: signature.slice(0, -1) };
}

/** Whoever signed it may be a stranger all the same. */
function readManifest(text: string): PackManifest {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch (error) {
    throw new PackRefusal('form', error instanceof CommentdockError ? error.message : 'its manifest is no JSON.', error);
  }
  const read = manifestSchema.safeParse(value);
  if (!read.success) throw new PackRefusal('form', `its manifest is of unknown form (${wordsOfIssues(read.error.issues)}).`);
  return read.data;
}

function readParts(bytes: Buffer, partsAt: number, { platforms }: PackManifest): Map<string, { code: Buffer; samples: Buffer }> {
  let at = partsAt;
  const next = (id: string, name: 'code' | 'samples', part: { readonly bytes: number; readonly sha256: string }): Buffer => {
    const found = bytes.subarray(at, at + part.bytes);
    at += part.bytes;
    if (found.length < part.bytes) throw new PackRefusal('tampered', `it ends within the ${name} of ${id}.`);
    if (sha256Of(found) !== part.sha256) throw new PackRefusal('tampered', `the ${name} of ${id} is not what the manifest says.`);
    return found;
  };
  const parts = new Map(
    platforms.map(({ facts: { id }, code, samples }) => [id, { code: next(id, 'code', code), samples: next(id, 'samples', samples) }]),
  );
  if (at !== bytes.length) throw new PackRefusal('tampered', `${bytes.length - at} bytes stand behind its last part.`);
  return parts;
}

/** What `sealPack` is given of a platform. */
export interface PlatformToPack extends PackedCode {
  readonly facts: PlatformFacts;
}

/**
 * The bytes of a pack.
 * @param privateKey PKCS#8, PEM
 * @throws PackRefusal size, form: what could not be read again is not written
 */
export function sealPack(
  about: Pick<PackManifest, 'version' | 'date' | 'api'>,
  platforms: readonly PlatformToPack[],
  privateKey: string,
): Uint8Array {
  const parts = platforms.map(({ facts, code, samples }) => ({ facts, code: Buffer.from(code), samples: Buffer.from(samples) }));
  const manifest = {
    format: 1,
    ...about,
    platforms: parts.map(({ facts, code, samples }) => ({ facts, code: partOf(code), samples: partOf(samples) })),
  };
  const signed = Buffer.from(`${JSON.stringify(manifest)}\n`);
  const seal = `${publicKeyOf(privateKey)} ${signBytes(signed, privateKey)}\n`;
  const file = Buffer.concat([Buffer.from(FIRST_LINE + seal), signed, ...parts.flatMap(({ code, samples }) => [code, samples])]);
  readPack(file);
  return file;
}

function partOf(bytes: Buffer): { readonly bytes: number; readonly sha256: string } {
  return { bytes: bytes.length, sha256: sha256Of(bytes) };
}

/** Hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
