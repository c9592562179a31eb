import { hash } from 'node:crypto';
import { startServiceProcess } from '#test/crash/service.ts';

const FORMAT = 'csv';

/** SHA-256 of the file of each export, as the service of a place hands it out. */
export async function resultHashes(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  guids: readonly string[],
): Promise<readonly string[]> {
  const service = await startServiceProcess(dataDir, env);
  try {
    const hashes: string[] = [];
    for (const guid of guids) {
      const answer = await service.request(`/api/v3/job/${guid}/download?format=${FORMAT}`);
      if (!answer.ok) throw new Error(`${guid}: ${answer.status} ${await answer.text()}`);
      hashes.push(hash('sha256', await answer.bytes()));
    }
    return hashes;
  } finally {
    await service.kill();
  }
}
