import { expect, it } from 'vitest';
import { pageScriptsOf } from '#core/platform-kit/page-scripts.ts';

it.each([
  ['<script>a</script><SCRIPT\nid="x">b</Script >', ['a', 'b']],
  ['<script src="x"></script>', ['']],
  ['<script>"<script>a"</script>b</script>', ['"<script>a"']],
  ['<scripts>a</scripts><script>b', []],
  ['<script', []],
  ['<script <script>a</script>', ['a']],
  ['', []],
])('%j', (html, texts) => expect([...pageScriptsOf(html)].map(({ text }) => text)).toEqual(texts));
