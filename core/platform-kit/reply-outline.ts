import type { HtmlAttributes } from '#core/platform-kit/html-text.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';

/** How a page writes rows and the lists of their replies, where each list comes after the row that it answers. */
interface OutlineRules {
  /** The id of a row; null for an element that is none. */
  readonly row: (tag: string, attributes: HtmlAttributes) => string | null;
  readonly list: (tag: string, attributes: HtmlAttributes) => boolean;
}

interface OpenList {
  readonly parent: string | null;
  last: string | null;
}

/** Which row each row of a page answers, in the order of the page; null at the top. A row that stands twice counts where it stands first. */
export function parentsOf(page: HtmlElement, { row, list }: OutlineRules): ReadonlyMap<string, string | null> {
  const parents = new Map<string, string | null>();
  const lists: OpenList[] = [];
  /** Of each open element whether it is a list. */
  const open: boolean[] = [];
  let current: OpenList = { parent: null, last: null };
  page.walk({
    open(tag, attributes) {
      const isList = list(tag, attributes);
      open.push(isList);
      if (isList) {
        lists.push(current);
        current = { parent: current.last ?? current.parent, last: null };
      }
      const id = row(tag, attributes);
      if (id === null) return;
      current.last = id;
      if (!parents.has(id)) parents.set(id, current.parent);
    },
    close() {
      if (open.pop() === true) current = lists.pop() ?? current;
    },
  });
  return parents;
}
