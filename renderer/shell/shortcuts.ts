/** The key that is held with others, as this machine says it. */
export const CONTROL = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';
