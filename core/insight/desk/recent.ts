/** The last few things that were made, by name; `drop` ends one that has to go. */
export class Recent<T> {
  readonly #size: number;
  readonly #drop: (thing: T) => void;
  readonly #things = new Map<string, T>();

  constructor(size: number, drop: (thing: T) => void = () => undefined) {
    this.#size = size;
    this.#drop = drop;
  }

  get(name: string): T | null {
    const thing = this.#things.get(name);
    if (thing === undefined) return null;
    this.#things.delete(name);
    this.#things.set(name, thing);
    return thing;
  }

  set(name: string, thing: T): void {
    this.remove(name);
    this.#things.set(name, thing);
    const [oldest] = this.#things.keys();
    if (this.#things.size > this.#size && oldest !== undefined) this.remove(oldest);
  }

  remove(name: string): void {
    const thing = this.#things.get(name);
    this.#things.delete(name);
    if (thing !== undefined) this.#drop(thing);
  }
}
