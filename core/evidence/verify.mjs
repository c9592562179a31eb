// Checks an evidence package of Commentdock: node verify.mjs <package.zip>
// Needs Node 20.15 or newer and nothing else. What the one form of a package is, and what its root is the root of, stands here alone:
// packages are written by the same code.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

/** Last in a package: the text that follows from all other files. */
export const MANIFEST = 'manifest.json';
/** They name the root or stamp it, and so cannot be below it. */
const BESIDE = ['receipt.html', 'receipt.png', 'timestamp.tsr'];
const NAME =
  /^(?:CITATION\.bib|CITATION\.cff|REPORT\.html|data\/rows\.csv|data\/rows\.json|facts\.json|media\/[0-9a-f]{64}\.[a-z0-9]{2,4}|raw\/\d{6}\.json\.gz|verify\.mjs)$/;
const NEEDED = ['CITATION.bib', 'CITATION.cff', 'REPORT.html', 'data/rows.csv', 'data/rows.json', 'facts.json', 'verify.mjs'];
export const MOST_BYTES = 0xffffffff;
export const MOST_ENTRIES = 0xffff;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const LONGEST_NAME = 80;
const LARGEST_MANIFEST = 16 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** 1980-01-01, the first day ZIP knows: a package says inside when it was made. */
const DOS_DATE = 0x21;
/** Made by ZIP 2.0; needs ZIP 1.0: files are stored as they are. */
const [MADE_BY, NEEDS] = [20, 10];
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];

/** The header in front of a file, and with `offset` its line in the directory. */
export function headerOf({ name, bytes, crc }, offset = null) {
  const isLocal = offset === null;
  const header = Buffer.alloc(isLocal ? LOCAL_BYTES : CENTRAL_BYTES);
  header.writeUInt32LE(isLocal ? 0x04034b50 : 0x02014b50, 0);
  if (!isLocal) header.writeUInt16LE(MADE_BY, 4);
  const at = isLocal ? 4 : 6;
  header.writeUInt16LE(NEEDS, at);
  header.writeUInt16LE(DOS_DATE, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(bytes, at + 14);
  header.writeUInt32LE(bytes, at + 18);
  header.writeUInt16LE(name.length, at + 22);
  if (!isLocal) header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(name, 'latin1')]);
}

/** What closes a package. */
export function endOf({ entries, bytes, offset }) {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Whether a file is below the root; of the others it is known what they are. */
export function isBelowRoot(name) {
  return !BESIDE.includes(name) && name !== MANIFEST;
}

/** Root of a Merkle tree over files in their order, in hexadecimal digits (RFC 6962, 2.1: leaves and nodes are hashed apart). */
export function merkleRoot(files) {
  const leaves = files.map(({ name, bytes, sha256 }) => digest(LEAF, Buffer.from(JSON.stringify({ name, bytes, sha256 }))));
  return subtree(leaves).toString('hex');
}

function subtree(hashes) {
  if (hashes.length === 0) return digest();
  if (hashes.length === 1) return hashes[0];
  let left = 1;
  while (left * 2 < hashes.length) left *= 2;
  return digest(NODE, subtree(hashes.slice(0, left)), subtree(hashes.slice(left)));
}

/** The one text of a manifest, and the root in it. */
export function manifestOf(entries) {
  const plain = ({ name, bytes, sha256 }) => ({ name, bytes, sha256 });
  const files = entries.filter(({ name }) => isBelowRoot(name)).map(plain);
  const root = merkleRoot(files);
  const beside = entries.filter(({ name }) => BESIDE.includes(name)).map(plain);
  return { root, text: `${JSON.stringify({ format: 1, hash: 'sha256', root, files, beside }, null, 1)}\n` };
}

/**
 * Reads a package from its first byte to its last. `faults`: in words, each naming the file or the place; none: the package is as it was
 * made. `root` is that of the files as they are, null where they could not be read.
 */
export function verifyPackage(path) {
  const descriptor = openSync(path, 'r');
  try {
    return verified(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

function verified(descriptor, size) {
  const { entries, faults, end } = readEntries(descriptor, size);
  const below = entries.filter(({ name }) => name !== MANIFEST);
  const { root, text } = manifestOf(below);
  // What stands behind a header that is none is unknown: nothing is said of it.
  if (end !== null) {
    faults.push(...(faults.length === 0 ? tailFaults(descriptor, { size, end, entries }) : []));
    faults.push(...nameFaults(entries), ...manifestFaults(entries, text, descriptor));
  }
  const stamp = stampOf(entries, root, descriptor);
  if (stamp === 'of another') faults.push('timestamp.tsr: does not stamp the root of this package');
  return { isIntact: faults.length === 0, faults, root, files: below.length, facts: factsOf(entries, descriptor), stamp };
}

/** All files up to where the directory begins. `end`: that place; null where a header before it is none. */
function readEntries(descriptor, size) {
  const entries = [];
  const faults = [];
  for (let at = 0; ;) {
    const head = readAt(descriptor, at, LOCAL_BYTES + LONGEST_NAME);
    if (head.length >= 4 && head.readUInt32LE(0) === 0x02014b50 && entries.length > 0) return { entries, faults, end: at };
    const given = readHeader(head);
    const last = given === null ? 0 : at + given.headerBytes + given.bytes;
    if (given === null || last > size || size > MOST_BYTES || entries.length === MOST_ENTRIES) {
      const where = entries.length === 0 ? 'the beginning' : `what stands behind ${entries.at(-1).name}`;
      return { entries, faults: [...faults, `container: ${where} (byte ${at}) is not in the one form of a package`], end: null };
    }
    const start = at + given.headerBytes;
    const entry = { name: given.name, bytes: given.bytes, ...hashOf(descriptor, start, given.bytes), offset: at, start };
    entries.push(entry);
    if (given.crc !== entry.crc) faults.push(`${given.name}: the content and the checksum in its header (byte ${at}) differ`);
    else if (!headerOf(entry).equals(head.subarray(0, given.headerBytes)))
      faults.push(`container: the header of ${given.name} (byte ${at}) is not in the one form of a package`);
    at = last;
  }
}

/** Null for what is no header of a file that a package may hold. */
function readHeader(head) {
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== 0x04034b50) return null;
  const length = head.readUInt16LE(26);
  const name = head.toString('latin1', LOCAL_BYTES, LOCAL_BYTES + length);
  if (!NAME.test(name) && !BESIDE.includes(name) && name !== MANIFEST) return null;
  return { name, crc: head.readUInt32LE(14), bytes: head.readUInt32LE(22), headerBytes: LOCAL_BYTES + length };
}

function tailFaults(descriptor, { size, end, entries }) {
  const lines = entries.map((entry) => headerOf(entry, entry.offset));
  const bytes = lines.reduce((sum, line) => sum + line.length, 0);
  const tail = Buffer.concat([...lines, endOf({ entries: entries.length, bytes, offset: end })]);
  if (size - end > tail.length) return ['container: bytes stand where none may be, in or behind the directory'];
  const found = readAt(descriptor, end, size - end);
  if (found.equals(tail)) return [];
  let at = 0;
  const wrong = lines.findIndex((line) => !found.subarray(at, (at += line.length)).equals(line));
  const what = wrong < 0 ? 'the end of the directory' : `the line of ${entries[wrong].name} in the directory`;
  return [`container: ${what} is not in the one form of a package`];
}

/** Files below the root, then those beside it, each in the order of their names, then the manifest. */
function nameFaults(entries) {
  const rank = (name) => (name === MANIFEST ? 2 : isBelowRoot(name) ? 0 : 1);
  const names = entries.map(({ name }) => name);
  const wrong = names.find((name, index) => {
    if (index === 0) return false;
    const before = names[index - 1];
    return rank(before) > rank(name) || (rank(before) === rank(name) && before >= name);
  });
  const missing = [...NEEDED, MANIFEST].filter((name) => !names.includes(name));
  return [...(wrong === undefined ? [] : [`container: ${wrong} is not in its place`]), ...missing.map((name) => `${name}: is missing`)];
}

function manifestFaults(entries, text, descriptor) {
  const entry = entries.find(({ name }) => name === MANIFEST);
  if (entry === undefined) return [];
  if (entry.bytes > LARGEST_MANIFEST) return [`${MANIFEST}: is too large`];
  const found = readAt(descriptor, entry.start, entry.bytes).toString('utf8');
  if (found === text) return [];
  const known = noted(found);
  const changed = entries.filter(({ name, sha256 }) => name !== MANIFEST && known.has(name) && known.get(name) !== sha256);
  const unknown = entries.filter(({ name }) => name !== MANIFEST && !known.has(name));
  const named = [
    ...changed.map(({ name }) => `${name}: its SHA-256 is another one than ${MANIFEST} says`),
    ...unknown.map(({ name }) => `${name}: ${MANIFEST} does not know it`),
  ];
  return named.length > 0 ? named : [`${MANIFEST}: is not what follows from the files`];
}

function noted(text) {
  try {
    const { files, beside } = JSON.parse(text);
    return new Map([...files, ...beside].map(({ name, sha256 }) => [name, sha256]));
  } catch {
    return new Map();
  }
}

function factsOf(entries, descriptor) {
  const entry = entries.find(({ name }) => name === 'facts.json');
  if (entry === undefined || entry.bytes > LARGEST_MANIFEST) return null;
  try {
    return JSON.parse(readAt(descriptor, entry.start, entry.bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Of a time stamp, whether it stamps this root: its imprint (SHA-256 over the digits of the root) stands in it. Whose it is, others tell. */
function stampOf(entries, root, descriptor) {
  const entry = entries.find(({ name }) => name === 'timestamp.tsr');
  if (entry === undefined) return null;
  // As an octet string.
  const imprint = Buffer.concat([Buffer.of(0x04, 0x20), createHash('sha256').update(root).digest()]);
  const isOfRoot = entry.bytes < LARGEST_MANIFEST && readAt(descriptor, entry.start, entry.bytes).includes(imprint);
  return isOfRoot ? 'of this root' : 'of another';
}

function hashOf(descriptor, start, bytes) {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes));
  let crc = 0;
  for (let done = 0; done < bytes;) {
    const read = readSync(descriptor, piece, 0, Math.min(PIECE_BYTES, bytes - done), start + done);
    if (read === 0) break;
    const part = piece.subarray(0, read);
    hash.update(part);
    crc = crc32(part, crc);
    done += read;
  }
  return { sha256: hash.digest('hex'), crc };
}

function readAt(descriptor, position, bytes) {
  const buffer = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const read = readSync(descriptor, buffer, done, bytes - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return buffer.subarray(0, done);
}

function digest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** In words, for people. */
export function wordsOf({ isIntact, faults, root, files, facts, stamp }) {
  if (!isIntact) return ['CHANGED: this package is not as it was made.', ...faults.map((fault) => `  ${fault}`)];
  const query = facts?.query ?? {};
  return [
    `Intact: ${files} files, each as it was when the package was made.`,
    `Root: ${root}`,
    ...(query.url === undefined ? [] : [`Of: ${query.url}`, `Ledger: ${facts.ledger?.summary}`]),
    ...(stamp === null ? [] : ['Time stamp: of this root. Who signed it, and when, tells: openssl ts -reply -in timestamp.tsr -text']),
    'That somebody made all of it anew shows only where the root is known from elsewhere: a receipt, a time stamp.',
  ];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [, , path] = process.argv;
  const found = path === undefined ? null : verifyPackage(path);
  process.stdout.write(`${found === null ? 'node verify.mjs <package.zip>' : wordsOf(found).join('\n')}\n`);
  process.exitCode = found === null ? 2 : found.isIntact ? 0 : 1;
}
