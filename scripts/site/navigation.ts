/** Where each page stands in the site. A group of its own holds the platforms. */
export const NAVIGATION: readonly (readonly [group: string, pages: readonly string[]])[] = [
  ['Start', ['docs/README.md', 'docs/quick-start.md', 'docs/install.md', 'docs/blocked.md', 'docs/recipes.md']],
  [
    'For you',
    ['docs/for/researchers.md', 'docs/for/shop-owners.md', 'docs/for/journalists.md', 'docs/for/developers.md', 'docs/for/assistants.md'],
  ],
  [
    'Using it',
    [
      'README.md',
      'docs/cli.md',
      'docs/options.md',
      'docs/formats.md',
      'docs/layouts.md',
      'docs/notes.md',
      'docs/gui.md',
      'docs/desktop.md',
      'docs/hosting.md',
      'docs/team.md',
      'docs/schedules.md',
      'docs/live-chat.md',
      'docs/accounts.md',
      'docs/members.md',
      'docs/browser.md',
      'docs/routes.md',
      'docs/analysis.md',
      'docs/sentiment.md',
      'docs/sentiment-providers.md',
      'docs/winners.md',
      'docs/evidence.md',
      'docs/reports.md',
      'docs/packs.md',
      'docs/security.md',
    ],
  ],
  [
    'Interfaces',
    [
      'docs/library.md',
      'docs/mcp.md',
      'docs/webhooks.md',
      'docs/realtime.md',
      'docs/oauth.md',
      'integrations/python/README.md',
      'integrations/n8n/README.md',
      'docs/settings.md',
      'docs/errors.md',
      'docs/faults.md',
      'docs/interface-coverage.md',
    ],
  ],
  [
    'Behind it',
    [
      'docs/compare.md',
      'docs/architecture.md',
      'docs/decisions.md',
      'docs/measurements.md',
      'docs/peers.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  ],
  ['Platforms', ['docs/platforms.md']],
];

/** Pages below this folder follow in the last group. */
export const PLATFORM_FOLDER = 'docs/platforms/';

/** The address of a page within the site. */
export function addressOf(page: string): string {
  if (page === 'docs/README.md') return 'index.html';
  const plain = page.includes('/') ? page.replace(/^docs\//, '').replace(/\/README\.md$/, '.md') : `project/${page.toLowerCase()}`;
  return plain.replace(/\.md$/, '.html');
}
