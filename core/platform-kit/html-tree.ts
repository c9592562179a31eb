import { is, selectAll, selectOne } from 'css-select';
import { DomHandler, DomUtils, ElementType } from 'htmlparser2';
import { readHtml } from '#core/platform-kit/html-reading.ts';
import { type HtmlAttributes, type HtmlTextRules, TextReader } from '#core/platform-kit/html-text.ts';

type PageNode = DomHandler['root'];
type AnyNode = PageNode['children'][number];
type ElementNode = Parameters<typeof DomUtils.getName>[0];

/** What is told of elements on a walk through them. */
interface ElementWalker {
  open(tag: string, attributes: HtmlAttributes): void;
  close(): void;
}

/** An element of a page, or the page itself, asked by CSS selectors. */
export interface HtmlElement {
  /** Lower case; empty for a page or a piece of one. */
  readonly tag: string;
  /** Entities decoded; null where the element has no such attribute. */
  attribute(name: string): string | null;
  /** The first element below this one that the selector names, in the order of the page. */
  first(selector: string): HtmlElement | null;
  /** All of them, in the order of the page. */
  all(selector: string): readonly HtmlElement[];
  /** True where the selector names the element itself; `.a *` asks what it stands in. */
  matches(selector: string): boolean;
  /** The nearest element that the selector names and this one stands in, or is; null where there is none. */
  closest(selector: string): HtmlElement | null;
  /** Tells of each element below this one where it opens and where it closes, in the order of the page. */
  walk(walker: ElementWalker): void;
  /** What a browser shows of it, see `htmlToText`. Empty where nothing is. */
  text(rules?: HtmlTextRules): string;
  /** The text in it as it stands, white space and scripts included. */
  readonly rawText: string;
}

/**
 * How selectors go through the tree. What lies below one node holds none of its own parts twice, and looking for that would take the square
 * of their number.
 */
const OPTIONS = {
  adapter: {
    ...DomUtils,
    isTag: (node: AnyNode): node is ElementNode => 'attribs' in node,
    removeSubsets: <N>(nodes: N): N => nodes,
  },
};

/**
 * A page, or a piece of one, as a tree of a limited depth: a browser shows any HTML.
 * @throws CeilingExceeded as `readHtml`
 */
export function parseHtml(html: string): HtmlElement {
  const handler = new DomHandler();
  readHtml(html, handler);
  return new TreeElement(handler.root);
}

class TreeElement implements HtmlElement {
  private readonly node: PageNode | ElementNode;

  constructor(node: PageNode | ElementNode) {
    this.node = node;
  }

  get tag(): string {
    return 'name' in this.node ? this.node.name : '';
  }

  get rawText(): string {
    return DomUtils.textContent(this.node);
  }

  /** What is left of it where it is written down: the tree leads round in circles. */
  toJSON(): string {
    return this.rawText;
  }

  attribute(name: string): string | null {
    return 'attribs' in this.node ? (this.node.attribs[name] ?? null) : null;
  }

  first(selector: string): HtmlElement | null {
    const found = selectOne<AnyNode, ElementNode>(selector, this.node.children, OPTIONS);
    return found === null ? null : new TreeElement(found);
  }

  all(selector: string): readonly HtmlElement[] {
    return selectAll<AnyNode, ElementNode>(selector, this.node.children, OPTIONS).map((found) => new TreeElement(found));
  }

  matches(selector: string): boolean {
    return 'attribs' in this.node && is<AnyNode, ElementNode>(this.node, selector);
  }

  closest(selector: string): HtmlElement | null {
    for (let node: PageNode | AnyNode | null = this.node; node !== null; node = node.parent) {
      if ('attribs' in node && is<AnyNode, ElementNode>(node, selector)) return new TreeElement(node);
    }
    return null;
  }

  walk(walker: ElementWalker): void {
    for (const child of this.node.children) visit(walker, child);
  }

  text(rules?: HtmlTextRules): string {
    const reader = new TextReader(rules);
    for (const child of this.node.children) tell(reader, child);
    return reader.result();
  }
}

/** As the parser would of the same HTML; written down again for it, a page of quotes takes thirty times its length. No tree is deeper than its ceiling. */
function tell(reader: TextReader, node: AnyNode): void {
  if ('attribs' in node) {
    reader.open(node.name, node.attribs);
    for (const child of node.children) tell(reader, child);
    reader.close(node.name);
  } else if (node.type === ElementType.Text) reader.text(node.data);
}

/** No tree is deeper than its ceiling. */
function visit(walker: ElementWalker, node: AnyNode): void {
  if (!('attribs' in node)) return;
  walker.open(node.name, node.attribs);
  for (const child of node.children) visit(walker, child);
  walker.close();
}
