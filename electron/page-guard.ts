import { app, type Event, type Session, shell, type WebContents } from 'electron';

/** What a link may open outside. */
const EXTERNAL_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** For every page there will ever be: no further window, no embedded one. Must be called before the first window. */
export function guardAllPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** A page may ask for nothing of the machine but what is named: no camera, no place, no notifications of its own. */
export function denyPermissions(session: Session, except: readonly string[] = []): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(except.includes(permission)));
  session.setPermissionCheckHandler((_contents, permission) => except.includes(permission));
  session.setDevicePermissionHandler(() => false);
}

/**
 * Keeps a page within the origin that `origin` names at that moment. Links of the page elsewhere open in the browser of the
 * system where their protocol is on the list; those of its frames open nothing.
 */
export function keepWithin(contents: WebContents, origin: () => string | null): void {
  const keepInside = (event: Event<Navigation>): void => {
    const target = URL.parse(event.url)?.origin;
    if (target !== undefined && target !== 'null' && target === origin()) return;
    event.preventDefault();
    if (event.isMainFrame) openOutside(event.url);
  };
  contents.on('will-frame-navigate', keepInside);
  contents.on('will-redirect', keepInside);
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

function openOutside(url: string): void {
  const { protocol, username } = URL.parse(url) ?? {};
  if (protocol !== undefined && username === '' && EXTERNAL_PROTOCOLS.has(protocol)) void shell.openExternal(url).catch(() => undefined);
}
