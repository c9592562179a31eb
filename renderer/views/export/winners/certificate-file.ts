import { newPage, pageFile } from '#renderer/components/saved-page.ts';
import type { Words } from '#renderer/messages/use-messages.ts';
import { type DrawAccount, drawAgain } from '#renderer/views/export/winners/draw-again.ts';

/** The page asks nobody: it runs from a disk, without a network. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
const STYLE = `body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; overflow-wrap: anywhere }
dl > div { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem } dd { margin: 0; min-width: 0 } li span { display: block }
output { display: block; margin-block: 1rem; font-weight: 600 }`;

/**
 * A certificate as a page of its own, which holds all entries of its draw and draws again when it is opened.
 * @param shown the certificate as the window shows it, with all that it says
 */
export function certificateFile(shown: Element, account: DrawAccount, { language, text }: Pick<Words, 'language' | 'text'>): Blob {
  const page = newPage({ title: text('winners.certificate'), language, policy: POLICY });
  const main = page.createElement('main');
  main.append(page.importNode(shown, true));
  for (const part of main.querySelectorAll('button, .no-print')) part.remove();
  // In the window it stands below the heading of its export.
  for (const level of [2, 3])
    for (const heading of main.querySelectorAll(`h${level}`)) {
      const higher = page.createElement(`h${level - 1}`);
      higher.id = heading.id;
      higher.append(...heading.childNodes);
      heading.replaceWith(higher);
    }
  const outcome = page.createElement('output');
  outcome.id = 'again';
  const script = page.createElement('script');
  const said = { same: text('winners.sameAgain', { count: account.ids.length }), other: text('winners.otherAgain') };
  script.textContent = `const drawAgain = ${String(drawAgain)};
const said = ${inScript(said)};
document.getElementById('again').textContent = drawAgain(${inScript(account)}) ? said.same : said.other;`;
  main.append(outcome);
  page.body.append(main, script);
  return pageFile(page, STYLE);
}

/** As a script has it: no text ends it early. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, String.raw`\u003c`);
}
