import { Notification } from 'electron';
import type { EndedExport } from '#electron/exports-watch.ts';
import type { Words } from '#electron/messages/words.ts';

/** Ends that come within this time are told together. */
const TOGETHER_MS = 1_500;
const MOST_SINGLE = 3;

export interface NotificationParts {
  readonly words: Words;
  /** @param place in the page */
  onOpen(place: string): void;
  /** True where the owner sees it happen anyway. */
  isWatching(): boolean;
}

/** Tells the owner of ends by the system's own notifications. A click opens the export. */
export class Notifications {
  readonly #parts: NotificationParts;
  /** Until they are closed: one that nothing holds on to would lose its click. */
  readonly #shown = new Set<Notification>();
  #waiting: EndedExport[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: NotificationParts) {
    this.#parts = parts;
  }

  tellEnd(ended: EndedExport): void {
    if (this.#parts.isWatching()) return;
    this.#waiting.push(ended);
    this.#timer ??= setTimeout(() => this.#tellWaiting(), TOGETHER_MS);
  }

  /** Told at once, be the window in front or not: nothing goes on by itself. */
  tellNeedsYou({ guid, url, message }: { readonly guid: string; readonly url: string; readonly message: string }): void {
    const { words } = this.#parts;
    this.#show(words.text('told.needsYou'), `${words.text('told.needsYouBody', { url })}\n${message}`, `#/exports/${guid}`);
  }

  tellBackground(): void {
    const { words } = this.#parts;
    this.#show(words.text('told.background'), words.text('told.backgroundBody'), '');
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const shown of this.#shown) shown.close();
  }

  #tellWaiting(): void {
    const { words } = this.#parts;
    const ended = this.#waiting;
    this.#waiting = [];
    this.#timer = null;
    if (ended.length > MOST_SINGLE) {
      this.#show(words.text('told.many', { count: ended.length }), words.text('told.manyBody'), '#/exports');
      return;
    }
    for (const { end, guid, url, count, error } of ended) {
      const title = words.text(end === 'finished' ? 'told.finished' : 'told.failed');
      this.#show(title, error === null ? words.text('told.count', { count, url }) : `${error}\n${url}`, `#/exports/${guid}`);
    }
  }

  #show(title: string, body: string, place: string): void {
    if (!Notification.isSupported()) return;
    const shown = new Notification({ title, body });
    this.#shown.add(shown);
    const forget = (): void => void this.#shown.delete(shown);
    shown.on('click', () => {
      forget();
      this.#parts.onOpen(place);
    });
    shown.on('close', forget);
    shown.on('failed', forget);
    shown.show();
  }
}
