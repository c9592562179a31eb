import { CommentdockError } from '#core/contract/error.ts';
import type { EvidencePort, ResolveRequest } from '#core/exports/ports.ts';
import { datasetOf, findExport } from '#core/insight/desk/stored-export.ts';
import { isFile } from '#core/store/database.ts';
import { openReading } from '#core/store/place.ts';
import { createSecretStore } from '#core/store/secrets.ts';
import type { EvidenceThreadData } from '#core/threads/evidence-client.ts';
import { openFacts } from '#core/threads/known-platforms.ts';
import { keyOfProject } from '#core/vault/project-keys.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { vaultFolder, vaultWithKeys } from '#core/vault/vault.ts';
import { standingFor } from '#core/writers/pseudonyms.ts';

/** @throws CommentdockError as the port says */
export async function resolvePseudonym(
  { guid, project, name }: ResolveRequest,
  { place, vaultKeys }: Pick<EvidenceThreadData, 'place' | 'vaultKeys'>,
): ReturnType<EvidencePort['resolve']> {
  const connection = openReading(place);
  try {
    const secrets = isFile(connection) ? secretFiles(vaultFolder(place.dataDir)) : createSecretStore(connection);
    const key = keyOfProject(project, vaultWithKeys(secrets, vaultKeys));
    if (key === null)
      throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no project "${project}": no file was put under its names yet.`);
    const { job, platform } = await findExport(connection, guid, openFacts(place.dataDir));
    const dataset = datasetOf(connection, job, platform);
    return standingFor(name, () => dataset.chunks(), job.platform, key);
  } finally {
    connection.close();
  }
}
