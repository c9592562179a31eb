// The field that searches the site: in the page of the reader, over sections that come with the site. No request leaves it.
import { finder } from './find.ts';

const SHOWN_CHARACTERS = 160;
const field = document.querySelector('#search');
const list = document.querySelector('#found');
const root = document.documentElement.dataset.root ?? '';
let find = null;

function load() {
  if (find !== null) return find;
  // A script and not a request: pages that lie in a folder may not make one.
  find = new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}sections.js`;
    script.addEventListener('load', () => resolve(finder(globalThis.SECTIONS)));
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  return find;
}

function rowOf({ address, page, heading, text }) {
  const link = document.createElement('a');
  link.href = root + address;
  const [title, words] = [document.createElement('strong'), document.createElement('span')];
  title.textContent = heading === page ? page : `${page}: ${heading}`;
  words.textContent = text.slice(0, SHOWN_CHARACTERS);
  link.append(title, words);
  const row = document.createElement('li');
  row.append(link);
  return row;
}

async function show() {
  const query = field.value.trim();
  const found = query === '' ? [] : (await load())(query);
  if (query !== field.value.trim()) return;
  list.replaceChildren(...found.map(rowOf));
  list.hidden = query === '';
  if (query !== '' && found.length === 0) list.textContent = `Nothing has “${query}”.`;
}

field.addEventListener('focus', load);
field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
  if (event.key === 'Escape') {
    field.value = '';
    void show();
  }
});
