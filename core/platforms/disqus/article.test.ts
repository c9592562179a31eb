import { describe, expect, it } from 'vitest';
import { embeddingIn } from '#core/platforms/disqus/article.ts';

const ADDRESS = 'https://blog.example.org/a-post/?utm=1#disqus_thread';
const HERE = 'https://blog.example.org/a-post/?utm=1';

describe('embeddingIn', () => {
  it.each([
    [
      'the universal code',
      `<script>var disqus_config = function () { this.page.url = "https://b.example/x"; this.page.identifier = 'post-1'; };
      s.src = 'https://my-forum.disqus.com/embed.js';</script>`,
      'my-forum',
      'post-1',
      'https://b.example/x',
    ],
    [
      'the code of old',
      `<script type="text/javascript">
      var disqus_shortname = 'oldforum'; // required
      // var disqus_identifier = 'newest';
      /* var disqus_url = 'http://wrong.example'; */
      var disqus_url = 'http://b.example/' + path;</script>`,
      'oldforum',
      null,
      HERE,
    ],
    [
      'the WordPress plugin',
      `<script>var embedVars = {"disqusConfig":{"integration":"wordpress"},"disqusIdentifier":"140418 http:\\/\\/b.example\\/?p=140418","disqusShortname":"wpforum","disqusUrl":"http:\\/\\/b.example\\/post\\/"};</script>`,
      'wpforum',
      '140418 http://b.example/?p=140418',
      'http://b.example/post/',
    ],
    [
      'attributes',
      `<div data-disqus-shortname="attr" data-disqus-identifier="7" data-disqus-url="/post/7"></div>`,
      'attr',
      '7',
      'https://blog.example.org/post/7',
    ],
    ['attributes of the thread', `<div id="disqus_thread" data-shortname="attr2" data-identifier="8"></div>`, 'attr2', '8', HERE],
    ['the script of the counter', `<script id="dsq-count-scr" src="//counted.disqus.com/count.js" async></script>`, 'counted', null, HERE],
    [
      'the state of the page',
      `<script>window.__STATE__ = {"comments":{"disqus":{"enabled":true,"shortname":"state-forum"}}}</script>`,
      'state-forum',
      null,
      HERE,
    ],
    [
      'the frame',
      `<iframe src="https://disqus.com/embed/comments/?base=default&amp;f=framed&amp;t_i=9&amp;t_u=https%3A%2F%2Fb.example%2F"></iframe>`,
      'framed',
      '9',
      'https://b.example/',
    ],
    [
      'escaped text',
      `<script>var disqus_shortname="esc"; var disqus_identifier = "caf\\u00e9 &amp; \\"x\\"";</script>`,
      'esc',
      'café & "x"',
      HERE,
    ],
  ])('reads %s', (_, body, forum, identifier, url) => {
    expect(embeddingIn(`<html><body>${body}</body></html>`, ADDRESS)).toEqual({ forum, identifier, url });
  });

  it('takes the canonical address where the page names none', () => {
    const html = '<link rel="canonical" href="/canonical/"><script src="https://f.disqus.com/embed.js"></script>';
    expect(embeddingIn(html, ADDRESS)?.url).toBe('https://blog.example.org/canonical/');
  });

  it('takes the place of the pasted address where several articles share a page', () => {
    const html = `<div data-disqus-shortname="f" data-disqus-identifier="1" data-disqus-url="https://blog.example.org/first/"></div>
      <div data-disqus-shortname="f" data-disqus-identifier="2" data-disqus-url="https://blog.example.org/a-post/"></div>`;
    expect(embeddingIn(html, ADDRESS)?.identifier).toBe('2');
  });

  it('finds nothing where there is nothing', () => {
    expect(embeddingIn('<p>We no longer use Disqus.</p><script>var url = "x"</script>', ADDRESS)).toBeNull();
  });
});
