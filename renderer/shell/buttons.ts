import type { Command } from '#renderer/shell/commands.ts';

const PRESSED = 'button:not(:disabled), a.button';
/** More than any view has, beside its rows. */
const MOST = 200;

/** What the buttons of the view do that is open, as commands: by their names, and by the row of a list that they stand in. */
export function buttonsOfView(): readonly Command[] {
  const view = document.getElementById('content');
  const title = view?.querySelector('h1')?.textContent ?? '';
  return [...(view?.querySelectorAll<HTMLElement>(PRESSED) ?? [])]
    .filter((button) => button.closest('[role=row]') === null && button.checkVisibility())
    .map((button, at) => ({
      id: `button.${at}`,
      name: (button.getAttribute('aria-label') ?? button.textContent).trim(),
      hint: button.closest('li')?.querySelector('a')?.textContent ?? title,
      run() {
        button.focus();
        button.click();
      },
    }))
    .filter(({ name }) => name !== '')
    .slice(0, MOST);
}
