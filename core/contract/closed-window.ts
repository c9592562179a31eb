/** The name of a `meta` element in the pages of the service for whom the window is closed. By itself, as the preload script takes it in. */
export const CLOSED_WINDOW_MARK = 'commentdock-window-closed';
