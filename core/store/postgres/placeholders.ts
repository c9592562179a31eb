/**
 * A text, a quoted name, a comment, the name of an index that SQLite would not choose, a place for a value, or the name of a column with large
 * letters, which are small ones without quotes.
 */
const PART = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*| INDEXED BY \w+|\?|@(\w+)|\bAS ([a-z]+[A-Z]\w*)/g;

/** SQL as PostgreSQL takes it, and whose value stands at each of its `$n`: the place among those given, or a name. */
export interface Placed {
  readonly text: string;
  readonly order: readonly (number | string)[];
}

/** Writes `?` and `@name` as `$1`, `$2` and so on. */
export function numbered(sql: string): Placed {
  const order: (number | string)[] = [];
  let given = 0;
  const text = sql.replace(PART, (part: string, name: string | undefined, column: string | undefined) => {
    if (column !== undefined) return `AS "${column}"`;
    if (part.startsWith(' INDEXED BY ')) return '';
    if (part !== '?' && name === undefined) return part;
    if (name === undefined) {
      order.push(given);
      given += 1;
      return `$${order.length}`;
    }
    const known = order.indexOf(name);
    if (known === -1) order.push(name);
    return `$${known === -1 ? order.length : known + 1}`;
  });
  return { text, order };
}
