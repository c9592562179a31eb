import { earlierSchema } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import { mediaFilesOf } from '#core/contract/media.ts';
import type { ExportType } from '#core/contract/options.ts';
import { type AboutSheet, exportTypeLabel, type SubjectLine, subjectLines } from '#core/writers/about.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import { ReplyDepths, type Row, type RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

/** Deeper replies stand as far in as these, and name whom they answer. */
const MOST_INDENTED = 8;
const WEB_ADDRESS = /^https?:\/\/[^\s<>\\]+$/i;

/** How a transcript is spelled. Each gets texts of strangers and gives lines that say just that. */
export interface Spelling {
  title(text: string): string;
  heading(text: string): string;
  fact(label: string, value: string): string;
  /** What an entry begins with, and what its further lines do. */
  readonly bullet: string;
  readonly hanging: string;
  strong(text: string): string;
  plain(text: string): string;
  link(address: string): string;
  /** Of a file beside this one. */
  file(path: string): string;
  /** Joins lines of one text. */
  readonly lineBreak: string;
}

/** For readers of Markdown and for language models: whatever a text holds, it is shown as it was written. */
export const MARKDOWN: Spelling = {
  title: (text) => `# ${escaped(text)}\n`,
  heading: (text) => `\n## ${escaped(text)}\n\n`,
  fact: (label, value) => `- ${escaped(label)}: ${escaped(oneLine(value))}\n`,
  bullet: '- ',
  hanging: '  ',
  strong: (text) => `**${escaped(text)}**`,
  plain: escaped,
  link: (address) => `<${address}>`,
  file: (path) => `[${path}](${path})`,
  lineBreak: '\\\n',
};

export const PLAIN_TEXT: Spelling = {
  title: (text) => `${visible(text)}\n`,
  heading: (text) => `\n== ${visible(text)} ==\n\n`,
  fact: (label, value) => `${visible(label)}: ${visible(oneLine(value))}\n`,
  bullet: '',
  hanging: '  ',
  strong: visible,
  plain: visible,
  link: (address) => address,
  file: (path) => path,
  lineBreak: '\n',
};

interface Subject {
  readonly about: AboutSheet;
  readonly exportType: ExportType;
}

/** All rows to be read from top to bottom: what it is and what is missing, then who wrote what and when, replies indented below what they answer. */
export class TranscriptWriter implements RowWriter {
  readonly #text: TextFile;
  readonly #spelling: Spelling;
  readonly #depths = new ReplyDepths();
  #source = '';

  constructor(file: PendingFile, spelling: Spelling, { about, exportType }: Subject) {
    this.#text = new TextFile(file);
    this.#spelling = spelling;
    this.#text.write(spelling.title(`${about.platform}: ${exportTypeLabel(exportType)}`));
    let section = '';
    for (const line of subjectLines(about, exportType)) {
      this.#text.write(headOf(line, section, spelling));
      ({ section } = line);
    }
    this.#text.write(spelling.heading(exportTypeLabel(exportType)));
  }

  write(rows: readonly Row[]): void {
    for (const row of rows) this.#text.write(this.#sourceOf(row.item) + this.#entry(row.item, this.#depths.of(row)));
  }

  finish(): void {
    this.#text.flush();
  }

  /** In a file of several exports: a heading where the rows of the next one begin. */
  #sourceOf({ extra: { sourceUrl } }: Item): string {
    if (typeof sourceUrl !== 'string' || sourceUrl === this.#source) return '';
    this.#source = sourceUrl;
    return this.#spelling.heading(sourceUrl);
  }

  #entry(item: Item, depth: number): string {
    const { bullet, hanging } = this.#spelling;
    const indent = hanging.repeat(Math.min(depth, MOST_INDENTED));
    const paragraphs = paragraphsOf(item, depth, this.#spelling);
    const inner = `\n${indent}${hanging}`;
    return `${indent}${bullet}${paragraphs.map((paragraph) => paragraph.replaceAll('\n', inner)).join(bullet === '' ? inner : `\n${inner}`)}\n\n`;
  }
}

function headOf(line: SubjectLine, before: string, spelling: Spelling): string {
  return (line.section === before ? '' : spelling.heading(line.section)) + spelling.fact(line.label, line.value);
}

function paragraphsOf(item: Item, depth: number, spelling: Spelling): readonly string[] {
  const { ownerReply, media, title, text } = item;
  const addresses = media.map(({ url }) => url).filter((url) => WEB_ADDRESS.test(url));
  const files = mediaFilesOf(item);
  return [
    bylineOf(item, depth, spelling),
    ...(title === null || title.trim() === '' ? [] : [spelling.strong(oneLine(title))]),
    ...textOf(text, spelling),
    ...(addresses.length === 0 ? [] : [addresses.map((url) => spelling.link(url)).join(' ')]),
    ...(files.length === 0 ? [] : [files.map((path) => spelling.file(path)).join(' ')]),
    ...(ownerReply === null ? [] : [ownerLine(ownerReply.createdAt, spelling), ...textOf(ownerReply.text, spelling)]),
    ...historyOf(item, spelling),
  ];
}

function bylineOf(item: Item, depth: number, spelling: Spelling): string {
  const { author, createdAt, relativeTime, likes, rating, ratingScale } = item;
  const name = oneLine(author.name ?? author.username ?? author.id ?? '');
  const facts = [
    author.username === null || author.username === author.name ? null : `(@${oneLine(author.username).replace(/^@/, '')})`,
    createdAt === null ? relativeTime : createdAt,
    rating === null ? null : ratingScale === null ? `rated ${rating}` : `rated ${rating} of ${ratingScale}`,
    likes === null || likes === 0 ? null : likes === 1 ? '1 like' : `${likes} likes`,
    item.isEdited === true ? 'edited' : null,
    item.isPinned === true ? 'pinned' : null,
    depth > MOST_INDENTED && item.parentId !== null ? `in answer to ${item.parentId}` : null,
  ].filter((fact) => fact !== null);
  const said = facts.map((fact) => spelling.plain(oneLine(fact))).join(', ');
  return `${spelling.strong(name === '' ? 'unknown' : name)}${said === '' ? '' : ` ${said}`}`;
}

function ownerLine(createdAt: string | null, spelling: Spelling): string {
  return `${spelling.strong('Owner reply')}${createdAt === null ? '' : ` ${spelling.plain(oneLine(createdAt))}`}`;
}

/** What is known of a row of an incremental export besides what it says, and what it said before. */
function historyOf({ extra }: Item, spelling: Spelling): readonly string[] {
  const { firstSeenAt, lastSeenAt, goneAt } = extra;
  const instants = [
    ['first seen', firstSeenAt],
    ['last seen', lastSeenAt],
    ['gone since', goneAt],
  ] as const;
  const seen = instants.flatMap(([what, at]) => (typeof at === 'string' ? [`${what} ${oneLine(at)}`] : []));
  const { data: earlier = [] } = earlierSchema.safeParse(extra['earlier']);
  const before = earlier.flatMap(({ text, title, rating, owner_reply: reply, since }) => [
    `${spelling.strong('Before')}${since === null ? '' : ` ${spelling.plain(since)}`}${rating === null ? '' : `, rated ${rating}`}`,
    ...(title === null || title.trim() === '' ? [] : [spelling.strong(oneLine(title))]),
    ...textOf(text, spelling),
    ...(reply === null ? [] : [ownerLine(null, spelling), ...textOf(reply, spelling)]),
  ]);
  return [...(seen.length === 0 ? [] : [spelling.plain(seen.join(', '))]), ...before];
}

/** Its paragraphs; lines within one stay lines. */
function textOf(text: string | null, spelling: Spelling): readonly string[] {
  if (text === null) return [];
  return text
    .split(/(?:\r\n|[\n\r\u2028\u2029])(?:[^\S\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029]))+/)
    .map((paragraph) =>
      paragraph
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map((line) => spelling.plain(line))
        .join(spelling.lineBreak),
    )
    .filter((paragraph) => paragraph !== '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Without what steers a terminal. */
function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '\uFFFD');
}

/** What Markdown reads as anything but itself gets a backslash, at the start of a line also what would begin a list or heading there. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]<|~]|&(?=[\w#])/g, '\\$&')
    .replace(/^[#+=>-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
