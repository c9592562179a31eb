import { Activity, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useJob } from '#renderer/client/queries.ts';
import { type Fact, Facts } from '#renderer/components/facts.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { CheckResult } from '#renderer/views/platforms/check-result.tsx';
import type { Platform, Standing } from '#renderer/views/platforms/platform-filter.ts';

interface PlatformRowParts {
  readonly platform: Platform;
  readonly standing: Standing;
  /** True where its details are shown at once. */
  readonly isOpen: boolean;
  readonly onCheck: () => void;
}

export function PlatformRow({ platform, standing, isOpen, onCheck }: PlatformRowParts) {
  const { text } = useWords();
  const [isShown, setShown] = useState(isOpen);
  const { name, description, example_urls: examples, export_types: types, cookies, browser } = platform;
  const [example = ''] = examples;
  return (
    <li className="row row-tall">
      <div className="row-name">
        <strong>
          {name} {cookies === 'required' && <span className="chip">{text('platforms.cookies.required')}</span>}{' '}
          {browser === 'always' && <span className="chip">{text('platforms.browser.always')}</span>}
        </strong>
        <span className="quiet">{description}</span>
        <span className="chips">
          {types.map((type) => (
            <span key={type} className="chip">
              {text(`type.${type}`)}
            </span>
          ))}
        </span>
        <CheckResult standing={standing} />
        <details className="platform-details" open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>{text('platforms.details')}</summary>
          {isShown && (
            <>
              <PlatformFacts platform={platform} standing={standing} />
              <Kinds platform={platform} />
            </>
          )}
        </details>
      </div>
      <div className="row-actions">
        <Button className="button" aria-label={text('platforms.checkOf', { name })} isDisabled={standing.open} onPress={onCheck}>
          <Activity size={14} aria-hidden />
          {text('platforms.check')}
        </Button>
        <a className="button" aria-label={text('platforms.tryOf', { name })} href={homeWith(example)}>
          <SquarePen size={14} aria-hidden />
          {text('platforms.try')}
        </a>
      </div>
    </li>
  );
}

/** What it needs, how it is proven, and how it went here. */
function PlatformFacts({ platform, standing }: Pick<PlatformRowParts, 'platform' | 'standing'>) {
  const { text, moment } = useWords();
  const { cookies, browser, recorded, compared_with: compared } = platform;
  const { last_check: check, last_export: exported, seen_working: seen } = standing;
  const facts: readonly Fact[] = [
    [text('platforms.cookies'), text(`platforms.cookies.${cookies}`)],
    [text('platforms.browser'), text(`platforms.browser.${browser}`)],
    [text('platforms.recorded'), recorded ?? text('platforms.neverRecorded')],
    [text('platforms.compared'), compared.map(({ client, date }) => `${client} (${date})`).join(', ') || text('platforms.comparedNone')],
    [text('platforms.seen'), seen === null ? text('platforms.notSeen') : moment(seen)],
    [text('platforms.cost'), exported === null ? text('platforms.costUnknown') : <Cost guid={exported.guid} />],
    [text('platforms.lastCheck'), check === null ? text('platforms.unchecked') : moment(check.checked_at)],
    [
      text('platforms.lastExport'),
      exported === null ? (
        text('platforms.noExport')
      ) : (
        <a href={linkTo({ view: 'export', guid: exported.guid })}>
          {text(`status.${exported.status}`)}
          {exported.error_code === null ? '' : ` (${exported.error_code})`}
          {exported.finished_at === null ? '' : `, ${moment(exported.finished_at)}`}
        </a>
      ),
    ],
  ];
  return <Facts facts={facts} />;
}

/** What the last export took: nobody can say beforehand, since sites decide how much they give at once. */
function Cost({ guid }: { readonly guid: string }) {
  const { text } = useWords();
  const { data: job } = useJob(guid);
  if (job === undefined) return '…';
  return text('platforms.costOf', { requests: job.completeness.requests, count: job.total_exported });
}

/** Home with this address filled in. */
function homeWith(url: string): string {
  return `#/?url=${encodeURIComponent(url)}`;
}

/** What each kind of URL gives, and an example to try. */
function Kinds({ platform: { name, kinds } }: Pick<PlatformRowParts, 'platform'>) {
  const { text } = useWords();
  return (
    <ul className="platform-kinds" aria-label={text('platforms.kindsOf', { name })}>
      {kinds.map((kind) => (
        <li key={kind.name}>
          <span className="code">{(kind.url_patterns.length === 0 ? [kind.example_url] : kind.url_patterns).join(', ')}</span>
          <span>{[...new Set(Object.values(kind.exports))].map((type) => text(`type.${type}`)).join(', ') || text('platforms.leads')}</span>
          <a href={homeWith(kind.example_url)}>
            {text('platforms.tryExample', { example: kind.example_url.replace(/^https:\/\/(www\.)?/, '') })}
          </a>
        </li>
      ))}
    </ul>
  );
}
