import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import { createLocalModels } from '#core/threads/local-models.ts';

const LIST = JSON.stringify({ data: [{ id: 'far:away' }] });

async function serverThat(answers: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(answers);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Models at these ports, with a proxy in the settings that nobody listens at. */
function modelsAt(...ports: readonly number[]) {
  const proxy = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const config = readConfig({ ...proxy, COMMENTDOCK_DATA_DIR: '/nowhere', COMMENTDOCK_LOCAL_MODEL_PORTS: ports.join() });
  const settings = { read: () => sentimentSettingsSchema.parse({}) };
  const models = createLocalModels({ config, vault: { get: () => null }, settings });
  onTestFinished(() => models.close());
  return models;
}

const never = new AbortController().signal;

describe('looking for models on this machine', () => {
  it('goes past proxies, follows nobody elsewhere, and believes nobody who says too much', async () => {
    const { port: right } = await serverThat((_request, response) => response.end(LIST));
    const { port: leading } = await serverThat((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${right}/v1/models` }).end(),
    );
    const { port: refusing } = await serverThat((_request, response) => response.writeHead(500).end(LIST));
    const { port: page } = await serverThat((_request, response) => response.end('<html>Welcome</html>'));
    const { port: endless } = await serverThat((_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(100_000), more);
      };
      more();
    });
    const found = await modelsAt(leading, refusing, page, endless, 9, right).find(never);
    expect(found).toEqual([{ name: 'Model server', baseUrl: `http://127.0.0.1:${right}/v1`, models: ['far:away'] }]);
  });

  it('ends with whoever asked', async () => {
    const gone = new AbortController();
    const { port } = await serverThat(() => gone.abort(new Error('the caller went')));
    await expect(modelsAt(port).find(gone.signal)).rejects.toThrow('the caller went');
  });

  it.each(['0', '65536', '80 to 90', 'http://127.0.0.1:80', '-1', Array.from({ length: 21 }, (_, at) => at + 1).join()])(
    'does not take "%s" for ports',
    (list) => {
      const read = (): unknown => readConfig({ COMMENTDOCK_DATA_DIR: '/nowhere', COMMENTDOCK_LOCAL_MODEL_PORTS: list });
      expect(read).toThrow('COMMENTDOCK_LOCAL_MODEL_PORTS');
    },
  );
});

describe('asking a model on this machine', () => {
  it('takes one that is set up', async () => {
    const question = { instructions: 'Say yes.', content: '{}', name: 'yes', schema: {}, read: () => 'yes' };
    await expect(modelsAt(9).answer(question, never)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('no model'),
    });
  });
});
