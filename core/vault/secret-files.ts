import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, replacePrivateFile } from '#core/config/private-file.ts';
import type { SecretStore } from '#core/contract/secret-store.ts';

const SECRET_FILE = /^([0-9a-f]{64})\.json$/;

/** Secrets of a data folder: a file each in `vault/`, readable by the owner alone. */
export function secretFiles(folder: string): SecretStore {
  const pathOf = (id: string): string => join(folder, `${id}.json`);
  return {
    read: (id) => readPrivateFile(pathOf(id)),
    write: (id, sealed) => replacePrivateFile(pathOf(id), sealed),
    // The data folder is one process's, and its threads write none that is being sealed anew.
    swap(id, from, to) {
      if (readPrivateFile(pathOf(id)) === from) replacePrivateFile(pathOf(id), to);
    },
    remove: (id) => rmSync(pathOf(id), { force: true }),
    ids: () => readdirSync(folder).flatMap((name) => SECRET_FILE.exec(name)?.[1] ?? []),
    placeOf: pathOf,
  };
}
