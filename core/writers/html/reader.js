// The script of an exported page (`html.ts`). It runs from the disk, asks nobody for anything, and shows what strangers wrote as text alone.
(() => {
  'use strict';

  /** Places in a row, as `recordOf` writes it. */
  const [
    DEPTH,
    THREAD,
    NAME,
    USERNAME,
    PROFILE,
    DATE,
    LIKES,
    RATING,
    SCALE,
    TITLE,
    TEXT,
    ADDRESS,
    KIND,
    LANGUAGE,
    MEDIA,
    OWNER,
    MARKS,
    EXTRA,
    FILES,
  ] = Array.from({ length: 19 }, (_, at) => at);
  /** Pixels of a row, as in `reader.css`. */
  const ROW_HEIGHT = 112;
  /** Browsers lose their place in what is higher than some 33 million pixels: longer lists scroll in larger steps. */
  const MOST_HEIGHT = 16_000_000;
  const ROWS_AROUND = 4;
  const INDENT = 22;
  const MOST_INDENTED = 8;
  const BARS = 60;
  const TOP_AUTHORS = 8;

  const about = JSON.parse(document.querySelector('script.about').textContent);
  const rows = [];
  for (const block of document.querySelectorAll('script.rows')) {
    for (const row of JSON.parse(block.textContent)) rows.push(row);
    block.remove();
  }
  /** By the names of their files. */
  const pictures = new Map();
  for (const block of document.querySelectorAll('script.picture')) {
    pictures.set(...JSON.parse(block.textContent));
    block.remove();
  }
  let shown = rows;
  let thread = null;
  /** What is searched of each row, made with the first search. */
  let haystacks = null;

  const element = (name, words, ...children) => {
    const made = document.createElement(name);
    if (words.text !== undefined) made.textContent = words.text;
    if (words.as !== undefined) made.className = words.as;
    if (words.label !== undefined) made.setAttribute('aria-label', words.label);
    made.append(...children);
    return made;
  };
  const isWeb = (address) => typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address);
  /** Of a stranger's address: a link where it leads to the web, else the text. */
  const linkTo = (address, words = address) => {
    if (!isWeb(address)) return document.createTextNode(String(words));
    const link = element('a', { text: words });
    link.href = address;
    link.target = '_blank';
    link.rel = 'noreferrer noopener';
    return link;
  };
  /** A file beside the page: the picture where the page has it, and always a link. */
  const linkToFile = (file) => {
    if (!/^media\/[0-9a-f]{64}\.[a-z0-9]{2,4}$/.test(file)) return document.createTextNode(String(file));
    const link = element('a', {});
    link.href = file;
    link.target = '_blank';
    link.rel = 'noreferrer noopener';
    if (!pictures.has(file)) link.textContent = file;
    else {
      const picture = document.createElement('img');
      picture.src = pictures.get(file);
      picture.alt = file;
      link.append(picture);
    }
    return link;
  };
  const option = (value, text) => {
    const made = element('option', { text });
    made.value = value;
    return made;
  };
  const input = (type, label) => {
    const made = element('input', { label });
    made.type = type;
    return made;
  };
  const select = (label, options) => element('select', { label }, ...options.map(([value, text]) => option(value, text)));
  const labelled = (text, control) => element('label', {}, `${text} `, control);

  const search = input('search', 'Search');
  search.placeholder = 'Search texts, titles and names';
  const from = input('date', 'From');
  const until = input('date', 'Until');
  const likes = input('number', 'Least likes');
  likes.min = '0';
  likes.size = 6;
  const ratings = [...new Set(rows.map((row) => row[RATING]).filter((rating) => rating !== null))].sort((a, b) => b - a).slice(0, 50);
  const rating = select('Rating', [['', 'Any rating'], ...ratings.map((value) => [String(value), `Rated ${value}`])]);
  const sort = select('Order', [
    ['file', 'Order of the export'],
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['likes', 'Most likes'],
  ]);
  const topOnly = input('checkbox', 'Without replies');
  const leaveThread = element('button', { text: 'Leave the thread' });
  leaveThread.hidden = true;
  const count = element('span', { as: 'quiet count' });
  const charts = element('div', { as: 'charts' });
  const room = element('div', { as: 'room' });
  const list = element('div', { as: 'list', label: 'Rows' }, room);
  list.tabIndex = 0;
  const dialog = element('dialog', {});

  const haystackOf = (row) => `${row[NAME] ?? ''}\n${row[USERNAME] ?? ''}\n${row[TITLE] ?? ''}\n${row[TEXT] ?? ''}`.toLowerCase();

  function choose() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length > 0) haystacks ??= rows.map(haystackOf);
    const least = likes.value === '' ? null : Number(likes.value);
    const fits = (row, at) =>
      (thread === null || row[THREAD] === thread) &&
      (!topOnly.checked || row[DEPTH] === 0) &&
      (least === null || (row[LIKES] ?? 0) >= least) &&
      (rating.value === '' || String(row[RATING]) === rating.value) &&
      (from.value === '' || (row[DATE] !== null && row[DATE].slice(0, 10) >= from.value)) &&
      (until.value === '' || (row[DATE] !== null && row[DATE].slice(0, 10) <= until.value)) &&
      words.every((word) => haystacks[at].includes(word));
    shown = rows.filter(fits);
    const byDate = (a, b) => ((a[DATE] ?? '') < (b[DATE] ?? '') ? -1 : (a[DATE] ?? '') > (b[DATE] ?? '') ? 1 : 0);
    if (sort.value === 'newest') shown.sort((a, b) => byDate(b, a));
    if (sort.value === 'oldest') shown.sort(byDate);
    if (sort.value === 'likes') shown.sort((a, b) => (b[LIKES] ?? -1) - (a[LIKES] ?? -1));
    count.textContent = `${shown.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')} rows`;
    leaveThread.hidden = thread === null;
    room.style.height = `${Math.min(shown.length * ROW_HEIGHT, MOST_HEIGHT)}px`;
    list.scrollTop = 0;
    draw();
    drawCharts();
  }

  /** Elements of rows that are not on the screen any more are used again. */
  const standing = new Map();
  const spare = [];

  function draw() {
    const { scrollTop, clientHeight } = list;
    const whole = shown.length * ROW_HEIGHT;
    const reach = Math.max(1, Math.min(whole, MOST_HEIGHT) - clientHeight);
    const offset = whole <= MOST_HEIGHT ? scrollTop : (scrollTop / reach) * (whole - clientHeight);
    const first = Math.max(0, Math.floor(offset / ROW_HEIGHT) - ROWS_AROUND);
    const last = Math.min(shown.length, Math.ceil((offset + clientHeight) / ROW_HEIGHT) + ROWS_AROUND);
    for (const [at, made] of standing) {
      if (at >= first && at < last && made.row === shown[at]) continue;
      standing.delete(at);
      spare.push(made);
    }
    for (let at = first; at < last; at += 1) {
      let made = standing.get(at);
      if (made === undefined) {
        made = spare.pop() ?? newRow();
        fill(made, shown[at]);
        standing.set(at, made);
      }
      made.whole.style.transform = `translateY(${scrollTop - offset + at * ROW_HEIGHT}px)`;
      made.whole.hidden = false;
    }
    for (const { whole: unused } of spare) unused.hidden = true;
  }

  function newRow() {
    const made = {
      row: null,
      name: element('strong', {}),
      facts: element('span', { as: 'quiet' }),
      text: element('div', { as: 'text' }),
      more: element('button', { text: 'More' }),
    };
    made.head = element('div', { as: 'head' }, made.name, ' ', made.facts);
    made.whole = element('article', { as: 'row' }, made.head, made.text, made.more);
    made.more.addEventListener('click', () => open(made.row));
    room.append(made.whole);
    return made;
  }

  function factsOf(row) {
    return [
      row[USERNAME] === null || row[USERNAME] === row[NAME] ? null : `@${row[USERNAME].replace(/^@/, '')}`,
      row[DATE],
      row[RATING] === null ? null : `${row[RATING]}${row[SCALE] === null ? '' : ` of ${row[SCALE]}`}`,
      row[LIKES] === null ? null : `${row[LIKES].toLocaleString('en')} likes`,
      ...row[MARKS],
    ]
      .filter((fact) => fact !== null)
      .join(' · ');
  }

  function fill(made, row) {
    made.row = row;
    made.name.textContent = row[NAME] ?? 'unknown';
    made.facts.textContent = factsOf(row);
    made.text.textContent = [row[TITLE], row[TEXT]].filter((text) => text !== null).join(': ');
    made.whole.style.paddingInlineStart = `${16 + Math.min(row[DEPTH], MOST_INDENTED) * INDENT}px`;
    made.more.setAttribute('aria-label', `More of ${row[NAME] ?? 'unknown'}`);
  }

  function open(row) {
    const facts = element('dl', {});
    const fact = (label, ...value) => facts.append(element('dt', { text: label }), element('dd', {}, ...value));
    if (row[ADDRESS] !== null) fact('Address', linkTo(row[ADDRESS]));
    if (row[PROFILE] !== null) fact('Profile', linkTo(row[PROFILE]));
    for (const address of row[MEDIA]) fact('Media', linkTo(address));
    for (const file of row[FILES] ?? []) fact('File', linkToFile(file));
    if (row[LANGUAGE] !== null) fact('Language', row[LANGUAGE]);
    fact('Kind', row[KIND]);
    for (const [key, value] of Object.entries(row[EXTRA])) {
      if (value !== null) fact(key, typeof value === 'string' ? linkTo(value) : JSON.stringify(value));
    }
    const close = element('button', { text: 'Close' });
    close.addEventListener('click', () => dialog.close());
    const whole = element('button', { text: 'Show its thread' });
    whole.addEventListener('click', () => {
      thread = row[THREAD];
      dialog.close();
      choose();
    });
    dialog.replaceChildren(
      element('h2', { text: row[NAME] ?? 'unknown' }),
      element('p', { as: 'quiet', text: factsOf(row) }),
      ...(row[TITLE] === null ? [] : [element('p', {}, element('strong', { text: row[TITLE] }))]),
      ...(row[TEXT] === null ? [] : [element('p', { as: 'text', text: row[TEXT] })]),
      ...(row[OWNER] === null ? [] : [element('h2', { text: 'Owner reply' }), element('p', { as: 'text', text: row[OWNER][0] ?? '' })]),
      facts,
      element('div', { as: 'filters' }, whole, close),
    );
    dialog.showModal();
  }

  const drawn = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };

  /** Bars of counts, each with what it stands for. */
  function bars(title, counted) {
    if (counted.length === 0) return [];
    const most = Math.max(...counted.map(([, items]) => items));
    const chart = drawn('svg', { viewBox: `0 0 ${counted.length * 10} 90`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title });
    counted.forEach(([label, items], at) => {
      const height = Math.max(1, (items / most) * 88);
      const bar = drawn('rect', { x: at * 10 + 1, y: 90 - height, width: 8, height });
      const hint = drawn('title', {});
      hint.textContent = `${label}: ${items}`;
      bar.append(hint);
      chart.append(bar);
    });
    const ends = counted.length === 1 ? counted[0][0] : `${counted[0][0]} to ${counted[counted.length - 1][0]}`;
    return [element('section', {}, element('h2', { text: title }), chart, element('p', { as: 'quiet', text: ends }))];
  }

  function countBy(read) {
    const counts = new Map();
    for (const row of shown) {
      const key = read(row);
      if (key !== null && key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  /** By day where those are few, else by month, else by year. */
  function overTime() {
    const isDate = (date) => typeof date === 'string' && /^\d{4}-\d\d-\d\dT/.test(date);
    for (const length of [10, 7, 4]) {
      const counts = countBy((row) => (isDate(row[DATE]) ? row[DATE].slice(0, length) : null));
      if (counts.size <= BARS || length === 4) return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-BARS);
    }
    return [];
  }

  function drawCharts() {
    const authors = [...countBy((row) => row[NAME])].sort(([, a], [, b]) => b - a).slice(0, TOP_AUTHORS);
    const rated = [...countBy((row) => row[RATING])].sort(([a], [b]) => a - b).slice(0, BARS);
    const names = authors.map(([name, items]) => {
      const choice = element('button', { text: `${name} (${items})` });
      choice.addEventListener('click', () => {
        search.value = name;
        choose();
      });
      return choice;
    });
    charts.replaceChildren(
      ...bars('Over time', overTime()),
      ...bars('Ratings', rated),
      element('section', {}, element('h2', { text: 'Most active' }), element('div', { as: 'filters' }, ...names)),
    );
  }

  function head() {
    const theme = element('button', { text: 'Light or dark' });
    theme.addEventListener('click', () => {
      const isDark = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim() !== '#fff';
      document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
    });
    const lines = element('dl', {});
    for (const { label, value } of about.lines) lines.append(element('dt', { text: label }), element('dd', {}, linkTo(value)));
    const more = element('details', {}, element('summary', { text: 'About this export' }), lines);
    return element(
      'header',
      {},
      element('div', { as: 'bar' }, element('h1', { text: about.title }), theme),
      element('p', {}, linkTo(about.url)),
      element('p', { as: 'quiet', text: about.summary }),
      more,
    );
  }

  let isDue = false;
  const soon = (work) => () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
  list.addEventListener('scroll', soon(draw), { passive: true });
  addEventListener('resize', soon(draw));
  for (const control of [search, from, until, likes, rating, sort, topOnly]) control.addEventListener('input', choose);
  leaveThread.addEventListener('click', () => {
    thread = null;
    choose();
  });
  document.body.append(
    head(),
    element(
      'div',
      { as: 'filters' },
      search,
      labelled('From', from),
      labelled('until', until),
      labelled('Likes from', likes),
      ...(ratings.length === 0 ? [] : [rating]),
      sort,
      labelled('Without replies', topOnly),
      leaveThread,
      count,
    ),
    charts,
    list,
    dialog,
  );
  choose();
})();
