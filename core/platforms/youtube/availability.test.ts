import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { wallRefusal } from '#core/network/walls/refusal.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { api, commentSection, discovered, spinner, VIDEO, WATCH_URL, watchPage } from '#core/platforms/youtube/answers.setup.ts';

const noSection = api('next', { videoId: VIDEO }, watchPage(null));
const player = (status: object | null): FakeExchange => ({
  match: `https://youtubei.googleapis.com/youtubei/v1/reel/reel_item_watch?prettyPrint=false&`,
  body: status === null ? {} : { playerResponse: { playabilityStatus: status } },
});
const ask = (...exchanges: readonly FakeExchange[]): Promise<unknown> => readAll(youtube, WATCH_URL, exchanges);

describe('youtube: videos without comments', () => {
  it.each([
    [{ status: 'LOGIN_REQUIRED', reason: 'This video is private' }, 'PRIVATE'],
    [{ status: 'LOGIN_REQUIRED', messages: ['This is a private video. Please sign in.'] }, 'PRIVATE'],
    [{ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' }, 'AGE_RESTRICTED'],
    [{ status: 'LOGIN_REQUIRED', reason: 'Sign in', messages: ['This video may be inappropriate for some users.'] }, 'AGE_RESTRICTED'],
    [{ status: 'AGE_VERIFICATION_REQUIRED' }, 'AGE_RESTRICTED'],
    [{ status: 'CONTENT_CHECK_REQUIRED', reason: 'The following content may contain...' }, 'AGE_RESTRICTED'],
    [
      { status: 'LOGIN_REQUIRED', reason: "Sign in to confirm you're not a bot. This helps us manage language packages." },
      'LOGIN_REQUIRED',
    ],
    [
      {
        status: 'UNPLAYABLE',
        reason: 'Video unavailable',
        errorScreen: {
          playerErrorMessageRenderer: { subreason: { simpleText: 'The uploader has not made this video available in your country' } },
        },
      },
      'GEO_BLOCKED',
    ],
    [{ status: 'UNPLAYABLE', reason: "This video is available to this channel's members on level: Gold" }, 'LOGIN_REQUIRED'],
    [{ status: 'UNPLAYABLE', reason: 'This video requires payment to watch.' }, 'LOGIN_REQUIRED'],
    [{ status: 'UNPLAYABLE', reason: 'Video unavailable' }, 'NOT_FOUND'],
    [{ status: 'LIVE_STREAM_OFFLINE', reason: 'Premieres in 2 hours' }, 'COMMENTS_DISABLED'],
    [{ status: 'ERROR', reason: 'This video is unavailable' }, 'NOT_FOUND'],
    [{ status: 'SOMETHING_NEW' }, 'NOT_FOUND'],
    [{ status: 'OK' }, 'COMMENTS_DISABLED'],
    [null, 'NOT_FOUND'],
  ])('%j is %s', async (status, code) => {
    await expect(ask(noSection, player(status))).rejects.toMatchObject({ name: 'PlatformRefusal', code });
  });

  it('asks the player as the phone does', async () => {
    const session = new FakeSession([noSection, player({ status: 'OK' })]);
    await expect(youtube.fetchPage({ at: 'video', video: VIDEO, link: null }, session)).rejects.toBeInstanceOf(PlatformRefusal);
    const [, sent] = session.sent;
    expect(sent?.url).toMatch(new RegExp(`&t=\\w{12}&id=${VIDEO}&\\$fields=playerResponse$`));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      context: { client: { clientName: 'ANDROID', hl: 'en' } },
      playerRequest: { videoId: VIDEO },
      disablePlayerResponse: false,
    });
  });

  it('says that comments are turned off without asking further', async () => {
    const message = { messageRenderer: { text: { runs: [{ text: 'Comments are turned off.' }] } } };
    await expect(ask(api('next', {}, watchPage(commentSection(message))))).rejects.toMatchObject({
      code: 'COMMENTS_DISABLED',
      message: expect.stringContaining('Comments are turned off.'),
    });
  });

  it('points from a stream that runs to its chat', async () => {
    const running = { conversationBar: { liveChatRenderer: { continuations: [{ reloadContinuationData: { continuation: 'C' } }] } } };
    await expect(ask(api('next', {}, watchPage(null, running)))).rejects.toMatchObject({
      code: 'COMMENTS_DISABLED',
      message: expect.stringContaining('`live`'),
    });
    const over = { conversationBar: { liveChatRenderer: { isReplay: true } } };
    await expect(ask(api('next', {}, watchPage(null, over)), player({ status: 'ERROR' }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('asks the player about pages that YouTube has not got', async () => {
    await expect(ask(api('next', {}, {}, { status: 404 }), player(null))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      ask(api('next', {}, { contents: { twoColumnWatchNextResults: { results: { results: { contents: [] } } } } }), player(null)),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(api('next', {}, {}), player({ status: 'OK' }))).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('takes the token of the comments panel where the section has none', async () => {
    const panel = {
      engagementPanelSectionListRenderer: {
        panelIdentifier: 'engagement-panel-comments-section',
        content: { sectionListRenderer: { contents: [{ itemSectionRenderer: commentSection(spinner('P1')) }] } },
      },
    };
    const page = await youtube.fetchPage(
      { at: 'video', video: VIDEO, link: null },
      new FakeSession([api('next', {}, watchPage(null, {}, [panel]))]),
    );
    expect(page.next).toMatchObject([{ role: 'page', cursor: { at: 'comments', token: 'P1', stage: 'first' } }]);
  });
});

describe('youtube: walls', () => {
  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://www.google.com/sorry/index?continue=x' } }],
    ['a page', { body: '<html><a href="/sorry/index">unusual traffic</a></html>' }],
    ['a captcha of Google', { failure: wallRefusal('www.youtube.com', { kind: 'challenge', by: 'Google' }) }],
  ])('%s against robots is a rate limit', async (_what, answer) => {
    await expect(ask({ match: '/next', ...answer })).rejects.toMatchObject({ name: 'ThrottledFailure', code: 'RATE_LIMITED' });
  });

  it('leaves other captchas alone, and tells the consent page', async () => {
    await expect(
      ask({ match: '/next', failure: wallRefusal('www.youtube.com', { kind: 'challenge', by: 'the site' }) }),
    ).rejects.toMatchObject({
      code: 'CAPTCHA',
    });
    await expect(
      ask({ match: '/next', status: 302, headers: { location: 'https://consent.youtube.com/m?continue=x' } }),
    ).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(ask({ match: '/next', body: '<html>hello</html>' })).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('youtube: requests', () => {
  it('speaks as the web page, with the consent given', async () => {
    const session = new FakeSession([discovered]);
    await youtube.fetchPage({ at: 'video', video: VIDEO, link: null }, session);
    expect(session.sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://www.youtube.com/youtubei/v1/next?prettyPrint=false',
      headers: { cookie: 'SOCS=CAE=', origin: 'https://www.youtube.com', 'x-youtube-client-name': '1' },
    });
    expect(JSON.parse(session.sent[0]?.body ?? '')).toMatchObject({
      context: { client: { clientName: 'WEB', hl: 'en', gl: 'US' } },
      videoId: VIDEO,
    });
    expect(session.sent[0]?.headers).not.toHaveProperty('authorization');
  });

  it('proves a login by a hash over its cookie', async () => {
    const session = new FakeSession([discovered], { cookies: { '__Secure-3PAPISID': 'secret' } });
    await youtube.fetchPage({ at: 'video', video: VIDEO, link: null }, session);
    const [, seconds = '', hash] = /^SAPISIDHASH (\d+)_([0-9a-f]{40}) /.exec(session.sent.at(-1)?.headers['authorization'] ?? '') ?? [];
    const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(`${seconds} secret https://www.youtube.com`));
    expect(Buffer.from(digest).toString('hex')).toBe(hash);
    expect(session.sent.at(-1)?.headers['x-origin']).toBe('https://www.youtube.com');
  });
});
