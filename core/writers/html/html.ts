import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '#core/contract/item.ts';
import { mediaFilesOf, mediaTypeOf } from '#core/contract/media.ts';
import type { ExportType } from '#core/contract/options.ts';
import { type AboutSheet, exportTypeLabel, subjectLines } from '#core/writers/about.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import { ReplyDepths, type Row, type RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

/** Rows in one block of data: the page reads block by block. */
const BLOCK_ROWS = 500;
/** Pictures in a page, all of them and one: what is larger is linked. */
const PICTURES_BYTES = 16_000_000;
const PICTURE_BYTES = 1_000_000;

interface Subject {
  readonly about: AboutSheet;
  readonly exportType: ExportType;
  /** As in `DatasetRequest`. */
  readonly mediaFrom?: string;
}

/**
 * One page that works from the disk, without a network: search, filters, threads and charts over all rows. Rows are data in the page, which its one
 * script shows as text; a policy of the page itself forbids every other script, style, load and form.
 */
export class HtmlWriter implements RowWriter {
  readonly #text: TextFile;
  readonly #script = readFileSync(new URL(import.meta.resolve('#core/writers/html/reader.js')), 'utf8');
  readonly #depths = new ReplyDepths();
  readonly #mediaFrom: string | undefined;
  readonly #pictures = new Set<string>();
  #pictureBytes = 0;
  #block: string[] = [];

  constructor(file: PendingFile, { about, exportType, mediaFrom }: Subject) {
    this.#text = new TextFile(file);
    this.#mediaFrom = mediaFrom;
    const style = readFileSync(new URL(import.meta.resolve('#core/writers/html/reader.css')), 'utf8');
    const title = `${about.platform}: ${exportTypeLabel(exportType)}`;
    this.#text.write(headOf({ title, style, script: this.#script, pictures: mediaFrom === undefined ? '' : ' img-src data:;' }));
    const subject = { title, url: about.url, summary: about.completeness.summary, lines: subjectLines(about, exportType) };
    this.#text.write(dataBlock('about', JSON.stringify(subject)));
  }

  write(rows: readonly Row[]): void {
    for (const row of rows) {
      if (this.#mediaFrom !== undefined) for (const name of mediaFilesOf(row.item)) this.#addPicture(name, this.#mediaFrom);
      this.#block.push(JSON.stringify(recordOf(row, this.#depths.of(row))));
      if (this.#block.length >= BLOCK_ROWS) this.#endBlock();
    }
  }

  finish(): void {
    this.#endBlock();
    this.#text.write(`<script>${this.#script}</script>\n</body>\n</html>\n`);
    this.#text.flush();
  }

  /** Once, however many rows have it. */
  #addPicture(name: string, folder: string): void {
    const type = mediaTypeOf(name);
    if (this.#pictures.has(name) || type?.startsWith('image/') !== true) return;
    this.#pictures.add(name);
    const path = join(folder, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? Infinity;
    if (size > PICTURE_BYTES || this.#pictureBytes + size > PICTURES_BYTES) return;
    this.#pictureBytes += size;
    const address = `data:${type};base64,${readFileSync(path).toString('base64')}`;
    this.#text.write(dataBlock('picture', JSON.stringify([name, address])));
  }

  #endBlock(): void {
    if (this.#block.length === 0) return;
    this.#text.write(dataBlock('rows', `[${this.#block.join(',')}]`));
    this.#block = [];
  }
}

interface Head {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** What the policy says of them. */
  readonly pictures: string;
}

function headOf({ title, style, script, pictures }: Head): string {
  const policy = `default-src 'none';${pictures} script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page shows its rows by a script of its own. The same rows are in the other formats of the export.</noscript>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Without `<`, nothing in it ends the element that it stands in. */
function dataBlock(kind: string, json: string): string {
  return `<script type="application/json" class="${kind}">${json.replaceAll('<', '\\u003c')}</script>\n`;
}

/** One row as `reader.js` takes it: a list by place, since names would be half of the page. */
function recordOf({ item, position }: Row, depth: number): readonly unknown[] {
  const { author, media, ownerReply } = item;
  const files = mediaFilesOf(item);
  return [
    depth,
    position.row,
    author.name ?? author.username ?? author.id,
    author.username,
    author.url,
    item.createdAt ?? item.relativeTime,
    item.likes,
    item.rating,
    item.ratingScale,
    item.title,
    item.text,
    item.url,
    item.kind,
    item.language,
    media.map(({ url }) => url),
    ownerReply === null ? null : [ownerReply.text, ownerReply.createdAt],
    marksOf(item),
    item.extra,
    ...(files.length === 0 ? [] : [files]),
  ];
}

function marksOf(item: Item): readonly string[] {
  return [
    ...(item.author.verified === true ? ['verified'] : []),
    ...(item.isPinned === true ? ['pinned'] : []),
    ...(item.isEdited === true ? ['edited'] : []),
    ...(item.isAuthorPost === true ? ['by author'] : []),
  ];
}
