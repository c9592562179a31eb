import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Input, SearchField } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';
import { useChosenText } from '#renderer/shell/place.ts';
import { routesIn } from '#renderer/views/api/routes-in.ts';

const DOCUMENT = '/openapi.json';
const DOCS = '/docs';

/** Every route, as the service documents itself; each leads to its page, which has fields, examples and errors. */
export function Reference() {
  const { text } = useWords();
  const [typed, setTyped] = useChosenText('q');
  const { data = [] } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => routesIn(await (await fetch(DOCUMENT, { signal })).json()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wanted = typed.trim().toLowerCase();
  const shown = data.filter(({ method, path, summary }) => `${method} ${path} ${summary}`.toLowerCase().includes(wanted));
  return (
    <section aria-labelledby="reference">
      <div className="view-head">
        <h2 id="reference">{text('api.reference')}</h2>
        <div className="tools">
          <a className="button" href={DOCS} target="_blank" rel="noreferrer">
            {text('api.reference.docs')} <ExternalLink size={12} aria-hidden />
          </a>
          <a className="button" href={DOCUMENT} target="_blank" rel="noreferrer">
            OpenAPI <ExternalLink size={12} aria-hidden />
          </a>
        </div>
      </div>
      <SearchField className="search" aria-label={text('api.reference.search')} value={typed} onChange={setTyped}>
        <Input className="control" placeholder={text('api.reference.search')} />
      </SearchField>
      {/* The document is in English. */}
      <ul className="routes" aria-label={text('api.reference')} lang="en">
        {shown.map(({ method, path, summary, anchor }) => (
          <li key={`${method} ${path}`}>
            <a href={`${DOCS}#${anchor}`} target="_blank" rel="noreferrer">
              <span className="method">{method}</span>
              <code>{path}</code>
              <span className="quiet">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
      {data.length > 0 && shown.length === 0 && <p className="quiet">{text('nav.nothing')}</p>}
    </section>
  );
}
