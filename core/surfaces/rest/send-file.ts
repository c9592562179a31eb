import type { FastifyReply } from 'fastify';
import type { OpenedFile } from '#core/exports/open-file.ts';

/** Streams a finished file under its name, and closes it. */
export function sendFile(reply: FastifyReply, { file, handle }: OpenedFile): FastifyReply {
  reply.headers({
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'private, no-cache',
  });
  return reply.send(handle.createReadStream());
}
