/** True where no window could be seen. */
export function isWithoutScreen(env: Readonly<Record<string, string | undefined>>): boolean {
  return process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
}

/** Why no window of a platform can be opened, with what to do; null where it can. */
export function lackingScreen(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  if (!isWithoutScreen(env)) return null;
  return 'There is no screen for a window where Commentdock runs. Start it in a session with one, or run `commentdock login <platform>` on a machine that has one; or log in to the site in a browser elsewhere and bring its cookies: `commentdock accounts add <platform> --cookies FILE`. Then retry the export.';
}
