import { fileURLToPath } from 'node:url';
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { Words } from '#electron/messages/words.ts';
import type { OpenExport } from '#electron/service-client.ts';

/** Names of pictures, each with a larger one beside it that is found by its name. macOS colours a template by itself. */
const PICTURES: Readonly<Record<string, string>> = { darwin: 'trayTemplate.png', win32: 'tray-16.png' };
const OTHER_PICTURE = 'tray-22.png';

const MOST_EXPORTS = 8;
const MOST_LETTERS = 48;

/** What the tray shows. */
export interface TrayState {
  readonly service: 'starting' | 'ready' | 'down';
  readonly isPaused: boolean;
  readonly open: readonly OpenExport[];
  /** Version of an update that waits to be installed. */
  readonly update: string | null;
}

export interface TrayActions {
  /** @param place in the page */
  open(place: string | null): void;
  pause(): void;
  resume(): void;
  update(): void;
  quit(): void;
}

/** The icon among those of the system, with a menu. */
export class AppTray {
  readonly #tray: Tray;
  readonly #words: Words;
  readonly #actions: TrayActions;
  /** Menus are made anew only where another one would be seen. */
  #seen = '';

  constructor(words: Words, actions: TrayActions) {
    this.#words = words;
    this.#actions = actions;
    this.#tray = new Tray(trayImage());
    // On macOS a click opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', () => actions.open(null));
  }

  show(state: TrayState): void {
    const seen = JSON.stringify(state);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#tray.setToolTip(`Commentdock: ${stateText(state, this.#words)}`);
    this.#tray.setContextMenu(Menu.buildFromTemplate([...this.#template(state)]));
  }

  close(): void {
    this.#tray.destroy();
  }

  #template(state: TrayState): readonly MenuItemConstructorOptions[] {
    const { text } = this.#words;
    const { service, isPaused, open, update } = state;
    const shown = open.slice(0, MOST_EXPORTS);
    const more = open.length - shown.length;
    const hold: MenuItemConstructorOptions = isPaused
      ? { label: text('app.resume'), click: () => this.#actions.resume() }
      : { label: text('app.pause'), click: () => this.#actions.pause() };
    return [
      { label: text('app.open'), click: () => this.#actions.open(null) },
      { type: 'separator' },
      { label: stateText(state, this.#words), enabled: false },
      ...shown.map((job) => ({ label: exportText(job, this.#words), click: () => this.#actions.open(`#/exports/${job.guid}`) })),
      ...(more > 0 ? [{ label: text('state.more', { count: more }), click: () => this.#actions.open('#/exports') }] : []),
      { type: 'separator' },
      { ...hold, enabled: service === 'ready' },
      ...(update === null ? [] : [{ label: text('app.update', { version: update }), click: () => this.#actions.update() }]),
      { label: text('app.quit'), click: () => this.#actions.quit() },
    ];
  }
}

function stateText({ service, isPaused, open }: TrayState, { text }: Words): string {
  if (service !== 'ready') return text(service === 'starting' ? 'state.starting' : 'state.down');
  if (isPaused) return text('state.paused');
  return open.length === 0 ? text('state.idle') : text('state.running', { count: open.length });
}

function exportText({ url, current, total }: OpenExport, { locale }: Words): string {
  const numbers = new Intl.NumberFormat(locale);
  const bare = url.replace(/^https?:\/\/(www\.)?/, '');
  const short = bare.length <= MOST_LETTERS ? bare : `${bare.slice(0, MOST_LETTERS - 1)}…`;
  // An ampersand would mark the next letter as a key.
  const name = short.replaceAll('&', '&&');
  return `${name}   ${numbers.format(current)}${total === null ? '' : ` / ${numbers.format(total)}`}`;
}

function trayImage(): Electron.NativeImage {
  const name = PICTURES[process.platform] ?? OTHER_PICTURE;
  return nativeImage.createFromPath(fileURLToPath(import.meta.resolve(`#electron/icons/${name}`)));
}
