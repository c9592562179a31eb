import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Whom we trust in TLS, and what stopped us from trusting anyone else. */
export interface Trust {
  readonly context: SecureContext;
  /** A sentence about the extra file where it could not be read; null otherwise. Said where a certificate fails. */
  readonly complaint: string | null;
}

/**
 * Node's own authorities, those of the system's store, and those of `extraCaFile` (PEM; null: none).
 * Takes some 70 ms, so that it is made once and shared by all connections.
 */
export function loadTrust(extraCaFile: string | null): Trust {
  const extra = readAuthorities(extraCaFile);
  const ca = [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra.certificates])];
  // Company stores often hold the intermediate authority alone; curl and browsers accept that too.
  return { context: createSecureContext({ ca, allowPartialTrustChain: true }), complaint: extra.complaint };
}

function readAuthorities(file: string | null): { certificates: readonly string[]; complaint: string | null } {
  if (file === null) return { certificates: [], complaint: null };
  try {
    const certificates = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return { certificates, complaint: certificates.length > 0 ? null : `The file ${file} (NODE_EXTRA_CA_CERTS) holds no certificate.` };
  } catch {
    return { certificates: [], complaint: `The file ${file} (NODE_EXTRA_CA_CERTS) could not be read.` };
  }
}
