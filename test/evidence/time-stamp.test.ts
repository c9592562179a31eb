import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyPackage } from '#core/evidence/verify.mjs';
import { readStamp, stampRequest } from '#core/evidence/time-stamp.ts';
import { own, ownFolder } from '#test/own.ts';
import { openService } from '#test/parity/house.ts';
import { APP } from '#test/parity/stage.ts';

/** A server of another maker: without it nothing here can be asked. */
const OPENSSL = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'].find((path) => existsSync(path)) ?? null;
const SETUP = `
[ tsa ]
default_tsa = server
[ server ]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
ordering = yes
[ req ]
distinguished_name = name
prompt = no
[ name ]
CN = A server of the test
[ stamping ]
extendedKeyUsage = critical,timeStamping
[ other ]
extendedKeyUsage = serverAuth
`;

const folder = ownFolder('time-stamp');

function openssl(...words: readonly string[]): string {
  return execFileSync(OPENSSL ?? '', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function stampOf(request: Buffer): Buffer {
  writeFileSync(join(folder, 'request.tsq'), request);
  openssl(
    'ts',
    '-reply',
    '-config',
    'setup.cnf',
    '-queryfile',
    'request.tsq',
    '-signer',
    'cert.pem',
    '-inkey',
    'key.pem',
    '-out',
    'reply.tsr',
  );
  return readFileSync(join(folder, 'reply.tsr'));
}

describe.skipIf(OPENSSL === null)('time stamps, by the server of openssl (skipped where it is not installed)', async () => {
  if (OPENSSL === null) return;
  writeFileSync(join(folder, 'setup.cnf'), SETUP);
  writeFileSync(join(folder, 'serial'), '01');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
    '-config',
    'setup.cnf',
    '-extensions',
    'stamping',
  );
  let answer = stampOf;
  const server = createServer(async (request, reply) => {
    reply.setHeader('content-type', 'application/timestamp-reply').end(answer(await buffer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  const house = await own(openService({ COMMENTDOCK_TIME_STAMP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
  const { jobs } = await house.client.call('jobs.create', { url: APP, sandbox: true, formats: ['csv'], options: { limit: 3 } });
  const save = (): Promise<string> =>
    house.client.saveOutput('exports.evidence', { guid: jobs[0]?.guid ?? '' }, () => join(folder, 'package.zip'));

  it('stand in the package, over its root, and another program trusts them', async () => {
    const path = await save();
    const found = verifyPackage(path);
    expect(found).toMatchObject({ isIntact: true, faults: [], stamp: 'of this root' });
    const files = unzipSync(readFileSync(path));
    writeFileSync(join(folder, 'timestamp.tsr'), files['timestamp.tsr'] ?? '');
    writeFileSync(join(folder, 'root.txt'), found.root);
    expect(openssl('ts', '-verify', '-in', 'timestamp.tsr', '-CAfile', 'cert.pem', '-data', 'root.txt')).toContain('OK');
    expect(new TextDecoder().decode(files['receipt.html'])).toContain('Stamped (UTC)');
  });

  it('that are of another request, changed or none, make no package', async () => {
    const former = readFileSync(join(folder, 'timestamp.tsr'));
    answer = () => former;
    await expect(save()).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('nonce') });
    answer = () => Buffer.from('no stamp');
    await expect(save()).rejects.toMatchObject({ code: 'NETWORK' });
    answer = (request) => {
      const stamp = stampOf(request);
      // Within the signature, which stands last.
      stamp[stamp.length - 20] = (stamp[stamp.length - 20] as number) ^ 1;
      return stamp;
    };
    await expect(save()).rejects.toMatchObject({ code: 'NETWORK' });
    answer = () => Buffer.alloc(100_000);
    await expect(save()).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('too long') });
    answer = stampOf;
  });

  it('are of the imprint that was asked for alone', async () => {
    const asked = stampRequest('a root');
    const stamp = stampOf(asked.bytes);
    expect((await readStamp(stamp, asked)).bytes).toBe(stamp);
    await expect(readStamp(stamp, { ...asked, stamped: 'another root' })).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

it('a server inside is not asked where webhooks may not go there', async () => {
  await using closed = await openService({ COMMENTDOCK_TIME_STAMP_URL: 'http://192.168.1.1/' });
  const { jobs } = await closed.client.call('jobs.create', { url: APP, sandbox: true, formats: ['csv'], options: { limit: 3 } });
  const save = closed.client.saveOutput('exports.evidence', { guid: jobs[0]?.guid ?? '' }, () => join(folder, 'none.zip'));
  await expect(save).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('COMMENTDOCK_TIME_STAMP_URL') });
  expect(existsSync(join(folder, 'none.zip'))).toBe(false);
});
