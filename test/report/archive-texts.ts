import { text } from 'node:stream/consumers';
import { fromBuffer, type ZipFile } from 'yauzl';

/** Reports are far below it. */
const LARGEST_BYTES = 100_000_000;

/** The texts in the archive of a report, by name. */
export async function textsOfArchive(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const archive = await new Promise<ZipFile>((found, failed) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error === null ? found(opened) : failed(error))),
  );
  const parts = new Map<string, string>();
  return new Promise((found, failed) => {
    archive.on('error', failed);
    archive.on('end', () => found(parts));
    archive.on('entry', (entry: { readonly fileName: string; readonly uncompressedSize: number }) => {
      if (entry.uncompressedSize > LARGEST_BYTES) return failed(new Error(`${entry.fileName} is larger than any report.`));
      archive.openReadStream(entry as never, (error, stream) => {
        if (error !== null) return failed(error);
        text(stream).then((content) => {
          parts.set(entry.fileName, content);
          archive.readEntry();
        }, failed);
      });
    });
    archive.readEntry();
  });
}
