import { describe, expect, it } from 'vitest';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { openPage } from '#test/network/page.ts';
import { serve } from '#test/network/loopback.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

const URL_OF_IT = 'https://site.example/list';

describe('a status', () => {
  it.each([
    [400, 'PLATFORM_CHANGED', 'page'],
    [401, 'LOGIN_REQUIRED', 'never'],
    [403, 'BLOCKED', 'never'],
    [404, 'NOT_FOUND', 'never'],
    [408, 'NETWORK', 'request'],
    [410, 'NOT_FOUND', 'never'],
    [420, 'RATE_LIMITED', 'throttled'],
    [425, 'NETWORK', 'request'],
    [429, 'RATE_LIMITED', 'throttled'],
    [451, 'GEO_BLOCKED', 'never'],
    [503, 'NETWORK', 'request'],
    [999, 'PLATFORM_CHANGED', 'page'],
  ] as const)('%i means %s to the network, the kit and the session of tests', async (status, code, retry) => {
    await using server = await serve((_, answer) => void answer.writeHead(status).end());
    await using page = await openPage();
    await expect(page.session.fetch({ url: server.origin })).rejects.toMatchObject({ code, retry });
    expect(refusalOf({ status })).toMatchObject({ code, retry });
    const played = new FakeSession([{ match: /./, status }]);
    await expect(played.fetch({ url: URL_OF_IT })).rejects.toMatchObject({ code, retry });
    expect(played.sent).toHaveLength(page.counters.requests);
  });
});
