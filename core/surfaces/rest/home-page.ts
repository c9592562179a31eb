import { VERSION } from '#core/config/version.ts';
import { RESPONSIBILITY } from '#core/contract/responsibility.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { escapeHtml, htmlPage } from '#core/surfaces/rest/html.ts';

/**
 * Names the service and what it did last. Links of files are left out: they work without a token, and this page needs none.
 */
export function homePage(newest: readonly JobRecord[]): string {
  return htmlPage(
    'Commentdock',
    `<h1>Commentdock ${escapeHtml(VERSION)}</h1>
<p>Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on this machine.</p>
<p>${escapeHtml(RESPONSIBILITY)}</p>
<ul>
<li><a href="/docs">All routes</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/api/public/platforms">Platforms</a></li>
<li><a href="/health">Health</a></li>
</ul>
<section><h2>Newest exports</h2>
${newest.length === 0 ? '<p>None yet. Start one: <code>commentdock export &lt;url&gt;</code></p>' : jobTable(newest)}
</section>`,
  );
}

function jobTable(jobs: readonly JobRecord[]): string {
  const rows = jobs.map((job) =>
    row([
      new Date(job.createdAtMs).toISOString().slice(0, 16).replace('T', ' '),
      job.platform,
      job.target.type.replace('_', ' '),
      job.status,
      job.platformTotal === null ? String(job.exported) : `${job.exported} of ${job.platformTotal}`,
    ]),
  );
  return `<table>
<thead><tr><th>Created (UTC)</th><th>Platform</th><th>Export</th><th>Status</th><th>Items</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<p><code>commentdock jobs</code> and <code>GET /api/v3/jobs</code> give the links of the files.</p>`;
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
}
