import { describe, expect, it } from 'vitest';
import {
  jazoestOf,
  preloadedQueryIds,
  queryIdsInScript,
  relayFlagsOf,
  releaseOf,
  requestTokensOf,
  scriptsOf,
} from '#core/platform-kit/families/meta/page.ts';
import { isNoRelayAnswer, queryIdInScripts, relayForm, relayParts } from '#core/platform-kit/families/meta/relay.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

describe("what Meta's pages carry", () => {
  it.each([
    ['["DTSGInitialData",[],{"token":"d1"},258],["LSD",[],{"token":"l1"},323]', { dtsg: 'd1', lsd: 'l1' }],
    [
      '["DTSGInitData",[],{"token":"d2","async_get_token":"x"},3] <script id="__eqmc" type="application/json">{"u":"x","l":"l2"}</script>',
      { dtsg: 'd2', lsd: 'l2' },
    ],
    ['<input type="hidden" name="fb_dtsg" value="d3&amp;" /><input name="lsd" value="l3">', { dtsg: 'd3&', lsd: 'l3' }],
    ['["DTSGInitialData",[],{},258]', { dtsg: '', lsd: '' }],
  ])('finds tokens in %s', (html, tokens) => {
    expect(requestTokensOf(html)).toEqual(tokens);
  });

  it('finds the release', () => {
    expect(releaseOf('["WebBloksVersioningID",[],{"versioningID":"0a1b2c"},6636]')).toBe('0a1b2c');
    expect(releaseOf('')).toBe('');
  });

  it('sums up a token', () => {
    expect(jazoestOf('ab')).toBe('2195');
  });

  it('finds ids of queries in a page and in a script', () => {
    const page = [
      '{"preloaderID":"adp_OneQueryRelayPreloader_65a","queryID":"11","variables":{}}',
      '{"queryID":"22","variables":{"scale":1},"preloaderID":"adp_OtherRelayPreloader_1"}',
      String.raw`{\"preloaderID\":\"adp_TwoQueryRelayPreloader_7\",\"queryID\":\"33\"}`,
      '{"queryID":"44","queryName":"ThreeQuery"}',
    ].join(' ');
    expect([...preloadedQueryIds(page)].toSorted()).toEqual([
      ['OneQuery', '11'],
      ['ThreeQuery', '44'],
      ['TwoQuery', '33'],
    ]);
    const script =
      '__d("OneQuery_facebookRelayOperation",[],(function(t,n,r,o,a,i){a.exports="55"}),null);__d("Other",[],1);__d("Two_instagramRelayOperation",[],(function(e){e.exports = "66"}),null);';
    expect([...queryIdsInScript(script)]).toEqual([
      ['OneQuery', '55'],
      ['Two', '66'],
    ]);
  });

  it('finds scripts and switches', () => {
    const page = String.raw`<script src="https://static.xx.fbcdn.net/rsrc.php/v4/y1/r/a.js?_nc_x=1&amp;b=2"></script>{"src":"https:\/\/static.cdninstagram.com\/rsrc.php\/v4\/b.js"} https://static.xx.fbcdn.net/rsrc.php/v4/c.css`;
    expect(scriptsOf(page)).toEqual([
      'https://static.xx.fbcdn.net/rsrc.php/v4/y1/r/a.js?_nc_x=1&b=2',
      'https://static.cdninstagram.com/rsrc.php/v4/b.js',
    ]);
    const flags =
      '{"__relay_internal__pv__Arelayprovider":false,"__relay_internal__pv__Brelayprovider":"ORIGINAL","__relay_internal__pv__Crelayprovider":206}';
    expect(relayFlagsOf(flags)).toEqual({
      __relay_internal__pv__Arelayprovider: false,
      __relay_internal__pv__Brelayprovider: 'ORIGINAL',
      __relay_internal__pv__Crelayprovider: 206,
    });
  });
});

describe('calls', () => {
  it('are a form', () => {
    const tokens = { dtsg: 'ab', lsd: 'l' };
    const form = relayForm({ query: 'OneQuery', queryId: '1', variables: { b: null, a: 1 }, tokens, user: '7' });
    expect(new URLSearchParams(form).toString()).toBe(
      'av=7&__user=7&__a=1&fb_dtsg=ab&jazoest=2195&lsd=l&fb_api_caller_class=RelayModern&fb_api_req_friendly_name=OneQuery&variables=%7B%22b%22%3Anull%2C%22a%22%3A1%7D&server_timestamps=true&doc_id=1',
    );
  });

  it('are answered by one object, or by one a line', () => {
    expect(relayParts('for (;;);{\n "data": {"a": 1}\n}')).toEqual([{ data: { a: 1 } }]);
    expect(relayParts('{"data":{}}\r\n\n{"label":"x","path":["node",0],"data":1}')).toEqual([
      { data: {} },
      { label: 'x', path: ['node', 0], data: 1 },
    ]);
    expect(() => relayParts('{"data":{}}\n{"da')).toThrow(/not JSON/);
    expect(() => relayParts('')).toThrow(/not JSON/);
    expect([isNoRelayAnswer('for (;;);{}'), isNoRelayAnswer(''), isNoRelayAnswer(' <!DOCTYPE html>')]).toEqual([false, true, true]);
  });

  it('have their id looked up in the scripts, some at once, and no script twice', async () => {
    const session = new FakeSession([
      { match: '/a.js', body: '__d("One_facebookRelayOperation",[],(function(e){e.exports="1"}),null)' },
      { match: '/b.js', body: '__d("Two_facebookRelayOperation",[],(function(e){e.exports="2"}),null)' },
      { match: '/z.js', body: '__d("Three_instagramRelayOperation",[],(function(e){e.exports="3"}),null)' },
    ]);
    const known = { ids: new Map<string, string>(), read: new Set<string>() };
    const scripts = ['none.js', 'a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js', 'z.js'].map((name) => `https://static.example/${name}`);
    expect(await queryIdInScripts(session, scripts, 'Two', known)).toBe('2');
    expect([session.urls.length, known.ids.get('One')]).toEqual([6, '1']);
    expect(await queryIdInScripts(session, scripts, 'One', known)).toBe('1');
    expect(session.urls).toHaveLength(6);
    expect(await queryIdInScripts(session, scripts, 'Three', known)).toBe('3');
    expect(session.urls).toHaveLength(8);
    expect(await queryIdInScripts(session, scripts, 'Four', known)).toBeNull();
    expect(session.urls).toHaveLength(8);
  });
});
