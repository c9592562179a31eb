import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import forge from 'node-forge';

const DAY_MS = 86_400_000;
/** Before and after today: for programs whose clock is wrong by up to that. */
const VALID_DAYS = 390;
const KEY_BITS = 2048;
const AUTHORITY_NAME = [{ name: 'commonName', value: 'Commentdock test world' }];

interface KeyPem {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A certificate authority that lives as long as the world does. */
export interface Authority {
  /** The authority's own certificate, for clients to trust. */
  readonly certificatePem: string;
  /** The server side of TLS for a host, signed on first use and kept. */
  contextFor(host: string): SecureContext;
}

type Keys = readonly [authority: KeyPem, host: KeyPem];

/** A key takes 100 ms of processor: the authorities of one process share theirs. */
let sharedKeys: Promise<Keys> | undefined;

/**
 * Makes an authority and one key for all its hosts. The first of a process takes a few hundred milliseconds.
 * @param keys `own`: whoever trusts another authority of the process does not trust this one
 */
export async function createAuthority(keys: 'shared' | 'own' = 'shared'): Promise<Authority> {
  const [authorityKey, hostKey] = await (keys === 'own' ? makeKeys() : (sharedKeys ??= makeKeys()));
  const certificatePem = certificateOfAuthority(authorityKey);
  const contexts = new Map<string, SecureContext>();
  return {
    certificatePem,
    contextFor(host) {
      const known = contexts.get(host);
      if (known) return known;
      const cert = certificateOfHost(host, hostKey, authorityKey);
      const context = createSecureContext({ key: hostKey.privateKey, cert: `${cert}${certificatePem}` });
      contexts.set(host, context);
      return context;
    },
  };
}

function makeKeys(): Promise<Keys> {
  return Promise.all([generateKey(), generateKey()]);
}

function generateKey(): Promise<KeyPem> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function certificateOfAuthority(key: KeyPem): string {
  const certificate = newCertificate(key);
  certificate.setSubject(AUTHORITY_NAME);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return signed(certificate, key);
}

function certificateOfHost(host: string, key: KeyPem, authorityKey: KeyPem): string {
  const certificate = newCertificate(key);
  certificate.setSubject([{ name: 'commonName', value: host.slice(0, 64) }]);
  const isAddress = /^[\d.]+$|:/.test(host);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: [isAddress ? { type: 7, ip: host } : { type: 2, value: host }] },
  ]);
  return signed(certificate, authorityKey);
}

function newCertificate(key: KeyPem): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(key.publicKey);
  // A leading digit below 8 keeps the serial number positive.
  certificate.serialNumber = `1${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - VALID_DAYS * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + VALID_DAYS * DAY_MS);
  certificate.setIssuer(AUTHORITY_NAME);
  return certificate;
}

/** Signed by Node: forge's own arithmetic takes 40 ms for each. */
function signed(certificate: forge.pki.Certificate, { privateKey }: KeyPem): string {
  const signing = (): string => sign('sha256', bytesOf(certificate.tbsCertificate), privateKey).toString('latin1');
  certificate.sign({ sign: signing } as unknown as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

function bytesOf(part: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(part).getBytes(), 'latin1');
}
