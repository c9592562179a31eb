import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive of texts, in memory: for what is small, and is to stand on no disk yet. */
export async function archiveOfTexts(texts: readonly { readonly name: string; readonly text: string }[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, text } of texts) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
