import type { FastifyReply } from 'fastify';
import type { OpenedDownload } from '#core/exports/open-file.ts';

/** Streams a finished file under its name, and closes it. */
export function sendFile(reply: FastifyReply, { name, contentType, bytes, stream }: OpenedDownload): FastifyReply {
  reply.headers({
    'content-type': contentType,
    ...(bytes === null ? {} : { 'content-length': bytes }),
    'content-disposition': dispositionOf(name),
    'cache-control': 'private, no-cache',
  });
  return reply.send(stream);
}

/** RFC 6266: a name beyond ASCII is told twice, for those who read no other. */
function dispositionOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^ -~]+/g, '-');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`;
}
