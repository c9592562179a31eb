import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import { CommentdockError } from '#core/contract/error.ts';
import type { ExportFile } from '#core/operations/exports.ts';

/**
 * Streams a finished file under its name.
 * @throws CommentdockError RESOURCE_NOT_FOUND where its export was deleted just then; DISK
 */
export async function sendFile(reply: FastifyReply, file: ExportFile): Promise<FastifyReply> {
  const handle = await openToRead(file.path);
  reply.headers({
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'private, no-cache',
  });
  return reply.send(handle.createReadStream());
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new CommentdockError('RESOURCE_NOT_FOUND', 'The file is gone: its export was deleted.');
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}
