import { asCommentdockError, type CommentdockError } from '#core/contract/error.ts';
import { archiveFailed, archiveReady, bulkDownloadFailed, bulkDownloadReady } from '#core/events/bulk-download.ts';
import type { Announcer } from '#core/events/define.ts';
import type { BulkArchives, BulkAssembly, BulkRecord, BulkStore } from '#core/exports/bulk-ports.ts';
import { fileLink } from '#core/exports/presentation.ts';

interface BulkAssemblyParts {
  readonly bulk: BulkStore;
  readonly archives: BulkArchives;
  readonly announcer: Announcer;
}

export function createBulkAssembly(parts: BulkAssemblyParts): BulkAssembly {
  const { bulk, archives } = parts;
  let baseUrl: string | null = null;
  let isClosed = false;
  let isBusy = false;
  const assembleAll = async (links: string): Promise<void> => {
    isBusy = true;
    try {
      for (let next = bulk.nextProcessing(); next !== null; next = bulk.nextProcessing()) {
        const failure = await archives.assemble(next).then(
          () => null,
          (error: unknown) => asCommentdockError(error),
        );
        if (isClosed) return;
        await settle(next, failure, links, parts);
      }
    } finally {
      // In the same turn in which nothing was found: whoever wakes later starts anew.
      isBusy = false;
    }
  };
  const wake = (): void => {
    if (isBusy || isClosed || baseUrl === null) return;
    // Fails where the store or the disk does: what waits stays as it is until the next wake or start.
    assembleAll(baseUrl).catch((error: unknown) =>
      process.emitWarning(`An archive could not be noted: ${asCommentdockError(error).message}`),
    );
  };
  return {
    wake,
    async start(links) {
      await archives.sweep();
      baseUrl = links;
      wake();
    },
    close() {
      isClosed = true;
    },
  };
}

async function settle(next: BulkRecord, failure: CommentdockError | null, baseUrl: string, parts: BulkAssemblyParts): Promise<void> {
  const { bulk, archives, announcer } = parts;
  const isKnown = bulk.settle(next.uuid, failure === null ? { status: 'ready', error: null } : { status: 'error', error: failure.message });
  if (!isKnown) await archives.remove(next);
  else if (failure === null) announcer.announce(bulkDownloadReady, archiveReady(next, fileLink(next.fileName, baseUrl)));
  else announcer.announce(bulkDownloadFailed, archiveFailed(next, failure.message));
}
