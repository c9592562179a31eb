import { ChevronLeft } from 'lucide-react';
import { linkTo, type PlainView } from '#renderer/shell/place.ts';

/** Above the heading of a single thing: leads to the list it is in. */
export function WayBack({ view, name }: { readonly view: PlainView; readonly name: string }) {
  return (
    <a className="way-back" href={linkTo({ view })}>
      <ChevronLeft size={14} aria-hidden />
      {name}
    </a>
  );
}
