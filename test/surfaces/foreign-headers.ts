/** What names another machine, another port or another site than a service on 4780 of this machine. */
export const FOREIGN_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { host: 'evil.example:4780' },
  { host: 'localhost' },
  { host: '127.0.0.1:1' },
  { host: 'localhost.evil.example:4780' },
  { host: '0.0.0.0:4780' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:1' },
  { origin: 'chrome-extension://abc' },
  { origin: 'file://' },
];
