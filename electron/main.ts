import { startShell } from '#electron/shell.ts';

// The entry of the desktop app. Not awaited: Electron becomes ready only after this module has run to its end.
void startShell();
