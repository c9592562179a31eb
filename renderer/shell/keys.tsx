import { useEffect, useState } from 'react';
import { Drawer } from '#renderer/components/drawer.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { openPalette } from '#renderer/shell/palette-event.ts';
import { CONTROL } from '#renderer/shell/shortcuts.ts';
import { takesText } from '#renderer/shell/takes-text.ts';

/** Tells the list of keys to open, from wherever one is. */
const KEYS_EVENT = 'commentdock:keys';

export function openKeys(): void {
  window.dispatchEvent(new Event(KEYS_EVENT));
}

const KEYS = [
  [`${CONTROL} K`, 'keys.palette'],
  ['/', 'keys.search'],
  [`${CONTROL} ⏎`, 'keys.start'],
  [`${CONTROL} V`, 'keys.paste'],
  ['Esc', 'keys.close'],
  ['?', 'keys.help'],
] as const;

/** Keys that do something wherever one is, and the list of all of them. */
export function Keys() {
  const { text } = useWords();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (): void => setOpen(true);
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('.overlay') !== null) return;
      if (pressed(event)) event.preventDefault();
    };
    window.addEventListener(KEYS_EVENT, open);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener(KEYS_EVENT, open);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <Drawer title={text('keys.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl className="facts">
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text(words)}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}

/** Does what the key stands for. False: it stands for nothing here. */
function pressed({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isHeld = ctrlKey || metaKey;
  if (key === 'Enter' && isHeld) return submit(target);
  if (isHeld || altKey || takesText(target)) return false;
  if (key === '?') openKeys();
  else if (key === '/') search();
  else return false;
  return true;
}

/** Sends the form that one is in, or that of Home, whose addresses stand before it. */
function submit(target: EventTarget | null): boolean {
  const form = (target instanceof Element ? target.closest('form') : null) ?? document.querySelector('.home form');
  const button = form?.querySelector<HTMLElement>('button[type=submit]:not(:disabled)');
  button?.click();
  return button !== null && button !== undefined;
}

/** To the search of the view; where it has none, to that of everything. */
function search(): void {
  const field = document.querySelector<HTMLElement>('#content input[type=search]');
  if (field === null) openPalette();
  else field.focus();
}
