import { type Handler, Parser } from 'htmlparser2';
import { CeilingExceeded } from '#core/contract/error.ts';
import { HTML_CEILING, inDigits } from '#core/platform-kit/ceilings.ts';

/**
 * Tells a handler of the tags, texts and comments of a page or of a piece of one, in their order: a browser reads any HTML. Nesting
 * ends at a depth of 512: an element below that is closed at once, and what it holds comes after it. So a handler may recurse.
 * @throws CeilingExceeded where there are too many of them
 */
export function readHtml(html: string, handler: Partial<Handler>): void {
  let depth = 0;
  let nodes = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > HTML_CEILING.nodes) throw new CeilingExceeded(`${inDigits(HTML_CEILING.nodes)} nodes of HTML`);
  };
  const counting: Partial<Handler> = {
    onopentag: (tag, attributes, isImplied) => {
      depth += 1;
      count();
      handler.onopentag?.(tag, attributes, isImplied);
    },
    onattribute: count,
    ontext: (text) => handler.ontext?.(text),
    oncomment: (text) => handler.oncomment?.(text),
    oncommentend: () => {
      count();
      handler.oncommentend?.();
    },
    onprocessinginstruction: (name, text) => {
      count();
      handler.onprocessinginstruction?.(name, text);
    },
    onclosetag: (tag, isImplied) => {
      depth -= 1;
      handler.onclosetag?.(tag, isImplied);
    },
  };
  new BoundedParser(counting, () => depth >= HTML_CEILING.depth).end(html);
}

/** Takes tags at the greatest depth for such as hold nothing. The library looks through its open elements at many a tag, so they must stay few. */
class BoundedParser extends Parser {
  private readonly isAtBottom: () => boolean;
  private isOpeningAtBottom = false;

  constructor(handler: Partial<Handler>, isAtBottom: () => boolean) {
    super(handler);
    this.isAtBottom = isAtBottom;
  }

  protected override isVoidElement(name: string): boolean {
    return this.isOpeningAtBottom || super.isVoidElement(name);
  }

  override onopentagname(start: number, end: number): void {
    this.isOpeningAtBottom = this.isAtBottom();
    super.onopentagname(start, end);
  }

  override onopentagend(end: number): void {
    super.onopentagend(end);
    this.isOpeningAtBottom = false;
  }

  override onselfclosingtag(end: number): void {
    super.onselfclosingtag(end);
    this.isOpeningAtBottom = false;
  }

  override onclosetag(start: number, end: number): void {
    this.isOpeningAtBottom = false;
    super.onclosetag(start, end);
  }
}
