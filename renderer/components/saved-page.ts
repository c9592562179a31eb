interface NewPage {
  readonly title: string;
  readonly language: string;
  /** Content-Security-Policy. */
  readonly policy: string;
}

/** A document that is to be saved as a page of its own: what the window may do holds for it nowhere, its own policy does. */
export function newPage({ title, language, policy }: NewPage): Document {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = language;
  const allowed = page.createElement('meta');
  allowed.httpEquiv = 'Content-Security-Policy';
  allowed.content = policy;
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  page.head.prepend(charset, allowed);
  return page;
}

/** The page as a file. Its style is put in as a text: the policy of the window holds for documents that it makes. */
export function pageFile(page: Document, style: string): Blob {
  const whole = page.documentElement.outerHTML.replace('</head>', `<style>${style}</style></head>`);
  return new Blob([`<!doctype html>\n${whole}\n`], { type: 'text/html' });
}
