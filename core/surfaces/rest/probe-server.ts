import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAddressLimit } from '#core/auth/address-limit.ts';
import { countHere } from '#core/auth/attempts.ts';
import { placeOf } from '#core/auth/place.ts';
import type { Config } from '#core/config/config.ts';
import { VERSION } from '#core/config/version.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { errorAnswer } from '#core/surfaces/rest/error-answer.ts';
import { guarded, type Mount } from '#core/surfaces/rest/mount.ts';
import { sendJson } from '#core/surfaces/rest/probes.ts';
import { portTaken } from '#core/surfaces/rest/server.ts';

/** As in `server.ts`. */
const { createServer } = process.getBuiltinModule('node:http');

interface ProbeServer {
  /** On this machine, without a slash at the end. */
  readonly url: string;
  /** Ends open connections. */
  close(): Promise<void>;
}

/**
 * Of a process that serves nobody else: `/health` and what the probes have, under the names and at the address of the settings.
 * @throws CommentdockError PORT_IN_USE
 */
export async function startProbeServer(config: Config, probes: Mount): Promise<ProbeServer> {
  let place = placeOf(config, config.port);
  const limitAddress = createAddressLimit(config.addressLimit, countHere(Date.now));
  const standing = () => ({ place, limitAddress, headers: () => ({ 'x-content-type-options': 'nosniff' }) });
  const server = createServer(
    guarded(
      ({ url }, response) => {
        // No service that commands could ask.
        if (url === '/health') return sendJson(response, 200, { ok: true, service: 'commentdock work', version: VERSION });
        const { status, body } = errorAnswer(new CommentdockError('RESOURCE_NOT_FOUND', 'Nothing but its state is asked of a worker.'));
        sendJson(response, status, body);
      },
      [probes],
      standing,
    ),
  );
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw portTaken(error, config.port) ?? error;
  }
  place = placeOf(config, (server.address() as AddressInfo).port);
  return {
    url: place.localUrl,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
