import type { FastifyReply } from 'fastify';
import type { OpenedDownload } from '#core/exports/open-file.ts';

/** Streams a finished file under its name, and closes it. */
export function sendFile(reply: FastifyReply, { name, contentType, bytes, stream }: OpenedDownload): FastifyReply {
  reply.headers({
    'content-type': contentType,
    ...(bytes === null ? {} : { 'content-length': bytes }),
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-cache',
  });
  return reply.send(stream);
}
