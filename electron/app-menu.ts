import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Words } from '#electron/messages/words.ts';

export interface MenuActions {
  open(): void;
  quit(): void;
}

/** The menu of the app: on macOS at the top of the screen, elsewhere behind the Alt key. It gives the keys for editing their meaning. */
export function setAppMenu({ text }: Words, actions: MenuActions, platform: NodeJS.Platform = process.platform): void {
  const quit: MenuItemConstructorOptions = { label: text('app.quit'), accelerator: 'CommandOrControl+Q', click: () => actions.quit() };
  const open: MenuItemConstructorOptions = { label: text('app.open'), click: () => actions.open() };
  const hide: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'hide', label: text('menu.hide') }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: platform === 'darwin' ? 'Commentdock' : text('menu.file'), submenu: [open, ...hide, { type: 'separator' }, quit] },
      {
        label: text('menu.edit'),
        submenu: [
          { role: 'undo', label: text('menu.undo') },
          { role: 'redo', label: text('menu.redo') },
          { type: 'separator' },
          { role: 'cut', label: text('menu.cut') },
          { role: 'copy', label: text('menu.copy') },
          { role: 'paste', label: text('menu.paste') },
          { role: 'selectAll', label: text('menu.selectAll') },
        ],
      },
      {
        label: text('menu.view'),
        submenu: [
          { role: 'reload', label: text('menu.reload') },
          { type: 'separator' },
          { role: 'resetZoom', label: text('menu.resetZoom') },
          { role: 'zoomIn', label: text('menu.zoomIn') },
          { role: 'zoomOut', label: text('menu.zoomOut') },
          { role: 'togglefullscreen', label: text('menu.fullScreen') },
        ],
      },
      {
        label: text('menu.window'),
        submenu: [
          { role: 'minimize', label: text('menu.minimize') },
          { role: 'close', label: text('menu.close') },
        ],
      },
    ]),
  );
}
