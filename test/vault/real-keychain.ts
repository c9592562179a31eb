/** Runs beside a real Secret Service: makes a vault, opens it again, moves its key there and back. Prints what it saw. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#core/config/config.ts';
import { describeVault } from '#core/vault/describe-vault.ts';
import { openVault } from '#core/vault/vault.ts';

const dataDir = process.argv[2] ?? '';
const warnings: string[] = [];
const seen: unknown[] = [];

async function visit(vault: Config['vault'], secret?: string): Promise<void> {
  const startedMs = performance.now();
  const opened = await openVault({ dataDir, vault, vaultPassphrase: null }, (words) => warnings.push(words));
  const tookMs = performance.now() - startedMs;
  if (secret !== undefined) opened.vault.set('a', secret);
  const file = Object.keys(JSON.parse(readFileSync(join(dataDir, 'vault', 'key.json'), 'utf8')) as object);
  const { kind, why } = await describeVault({ dataDir, vault, vaultPassphrase: null });
  seen.push({ secret: opened.vault.get('a'), file, kind, why });
  process.stderr.write(`${vault ?? 'default'}: ${tookMs.toFixed(1)} ms\n`);
}

await visit(null, 'a secret as long as a jar of cookies '.repeat(2_000));
await visit(null);
await visit('file');
await visit(null);
await visit('keychain');
process.stdout.write(JSON.stringify({ seen, warnings }));
