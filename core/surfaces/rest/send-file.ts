import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { ExportFile } from '#core/operations/exports.ts';

/** Streams a finished file under its name. */
export function sendFile(reply: FastifyReply, file: ExportFile): FastifyReply {
  reply.headers({
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'private, no-cache',
  });
  return reply.send(createReadStream(file.path));
}
