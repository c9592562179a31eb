/** A page that asks for the pieces of a list one after the other, as its reader scrolls. */
interface ScrolledPage {
  readonly title: string;
  /** An expression of the page's script over `n`, which counts from 0: the address of a piece. */
  readonly address: string;
  /** An expression over `answer`: how many rows a piece has. One without any is the last. */
  readonly rows: string;
  /** What a reader presses to have the list. Left out: it comes with the page. */
  readonly opener?: { readonly html: string; readonly selector: string };
  /** Class of the box that the list scrolls in. Left out: the page itself. */
  readonly box?: string;
}

/** Its HTML. Where a piece is refused, the page asks for it again with the next scroll. */
export function scrolledPage({ title, address, rows, opener, box }: ScrolledPage): string {
  return `<!doctype html><html><head><title>${title}</title></head><body>${opener?.html ?? ''}<div id="list"></div><script>
(() => {
  const list = document.querySelector('#list');
  let n = 0, busy = false, over = false;
  const load = async () => {
    if (busy || over) return;
    busy = true;
    try {
      const said = await fetch(${address}, { credentials: 'include' });
      if (!said.ok) return;
      const answer = await said.json();
      const rows = ${rows};
      for (let row = 0; row < rows; row += 1) list.insertAdjacentHTML('beforeend', '<p style="height:150px">' + row + '</p>');
      over = rows === 0;
      n += 1;
    } finally {
      busy = false;
    }
  };
  const begin = () => {
    ${box === undefined ? '' : `list.className = ${JSON.stringify(box)}; list.style.cssText = 'height:400px;overflow-y:auto';`}
    (${box === undefined ? 'window' : 'list'}).addEventListener('scroll', () => {
      const box = ${box === undefined ? 'document.scrollingElement' : 'list'};
      if (box.scrollTop + box.clientHeight > box.scrollHeight - 300) load();
    });
    load();
  };
  ${opener === undefined ? 'begin();' : `document.querySelector(${JSON.stringify(opener.selector)}).addEventListener('click', begin, { once: true });`}
})();
</script></body></html>`;
}
