/** What `doctor` looks at. */
export interface DoctorFacts {
  readonly version: string;
  readonly node: string;
  readonly dataDir: { readonly path: string; readonly state: 'writable' | 'in use by a running service' | 'not writable' };
  readonly service: string | null;
  readonly vault: 'keychain' | 'file';
  readonly proxy: string | null;
  readonly extraCertificates: string | null;
  readonly platforms: number;
}

/** The facts as lines, each with what to do where something is missing. */
export function doctorReport(facts: DoctorFacts): string[] {
  const row = (label: string, value: string): string => `${label.padEnd(18)} ${value}`;
  const vaultNote = facts.vault === 'file' ? 'encrypted file in the data folder' : 'the system\'s keychain';
  return [
    row('Commentdock', facts.version),
    row('Node', facts.node),
    row('data folder', `${facts.dataDir.path} (${facts.dataDir.state})`),
    ...(facts.dataDir.state === 'not writable' ? [row('', 'Set COMMENTDOCK_DATA_DIR to a folder that you may write.')] : []),
    row('service', facts.service ?? 'not running; start it with: npm start'),
    row('secrets', vaultNote),
    row('proxy', facts.proxy ?? 'none'),
    row('extra certificates', facts.extraCertificates ?? 'none'),
    row('platforms', String(facts.platforms)),
  ];
}
