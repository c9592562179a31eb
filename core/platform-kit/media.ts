import type { Media } from '#core/contract/item.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { absoluteAddress, withScheme } from '#core/platform-kit/web-address.ts';

type Addresses = readonly (string | null | undefined)[];

/** Pictures, then films, as a platform delivers their addresses: a missing scheme is `https:`, empty ones are left out. */
export function mediaOf(pictures: Addresses, films: Addresses = []): Media[] {
  return [
    ...addressesOf(pictures).map((url): Media => ({ type: 'image', url })),
    ...addressesOf(films).map((url): Media => ({ type: 'video', url })),
  ];
}

/** Addresses as `withScheme` gives them, those that are there. */
export function addressesOf(addresses: Addresses): string[] {
  return addresses.map(withScheme).filter((url) => url !== null);
}

/** The pictures in an element of a page, but for those that hold their own bytes. @param site that paths belong to */
export function picturesIn(element: HtmlElement, site: string): Media[] {
  return element.all('img').flatMap((image) => {
    const url = absoluteAddress(image.attribute('src'), site);
    return url?.startsWith('http') === true ? [{ type: 'image' as const, url }] : [];
  });
}
