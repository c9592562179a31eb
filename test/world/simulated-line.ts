import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

/** Takes a call for a WebSocket as the simulator says, or answers it with a status. */
export function openSimulatedLine(
  { message, socket, head }: { readonly message: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
  { line, status = 404 }: SimulatedAnswer,
): void {
  if (line === undefined) {
    socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    return;
  }
  const server = new WebSocketServer({ noServer: true });
  server.handleUpgrade(message, socket, head, (peer: WebSocket) => {
    peer.on('error', () => socket.destroy());
    line({
      say: (said) => peer.send(said),
      onHeard: (listener) =>
        peer.on('message', (data: RawData, isBinary: boolean) => listener(isBinary ? bytesOf(data) : bytesOf(data).toString())),
      hangUp: () => peer.close(1000),
      onHangUp: (listener) => peer.once('close', listener),
    });
  });
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
