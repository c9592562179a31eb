import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/messages/use-messages.ts';
import { entryOf } from '#renderer/shell/entries.ts';
import { linkTo, type Place } from '#renderer/shell/place.ts';

const PRODUCT = 'Commentdock';

/**
 * Says where one has come: the title of the window names the view, and the focus goes to its heading, so that a screen reader reads it and Tab
 * goes on from there. A view that has put the focus somewhere itself keeps it.
 */
export function useArrival(place: Place): void {
  const { text } = useWords();
  const link = linkTo(place);
  const entry = entryOf(place);
  const name = entry === null ? '' : text(entry.name);
  const isExport = place.view === 'export';
  const last = useRef(link);
  useEffect(() => {
    const isMove = last.current !== link;
    last.current = link;
    document.title = `${name} – ${PRODUCT}`;
    const content = document.getElementById('content');
    if (content === null) return;
    return whenHeaded(content, (heading) => {
      if (isExport) document.title = `${heading.textContent} – ${PRODUCT}`;
      if (isMove && !content.contains(document.activeElement)) focusOn(heading);
    });
  }, [link, name, isExport]);
}

/** Calls back once the view has its heading, which may have to be fetched first. Returns the way to stop. */
function whenHeaded(content: HTMLElement, onHeading: (heading: HTMLElement) => void): () => void {
  const look = (): boolean => {
    // The view before stays, out of sight, until the code of this one has come.
    const heading = [...content.querySelectorAll('h1')].find((one) => one.checkVisibility());
    if (heading !== undefined) onHeading(heading);
    return heading !== undefined;
  };
  const watcher = new MutationObserver(() => {
    if (look()) watcher.disconnect();
  });
  if (!look()) watcher.observe(content, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
