import { beforeEach, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { FETCHED, fakeHost, type FakeHost } from '#test/surfaces/cli/fake-host.ts';

let host: FakeHost;
beforeEach(() => {
  host = fakeHost(ownFolder('cli-models'));
});

it('neural-models lists what is on this machine, for people and as JSON, and asks no service', async () => {
  expect(await host.run('neural-models')).toBe(0);
  expect(host.out.stdout).toMatch(/^id .*licence.*\nreviews-0123456789abcdef +68 +en de +MIT +https:\/\/models\.example\/reviews +-\n$/);
  host.out.stdout = '';
  expect(await host.run('neural-models', '--json')).toBe(0);
  expect(JSON.parse(host.out.stdout)).toEqual([FETCHED]);
  expect(host.opened).toEqual([]);
});

it('neural-models fetch shows the progress, then how the model is chosen', async () => {
  expect(await host.run('neural-models', 'fetch', './reviews')).toBe(0);
  expect(host.out.stderr).toContain('[Fetching: 40 %]');
  expect(host.out.stdout).toContain(`sentiment-providers set neural-model --model ${FETCHED.id}\n`);
  host.out.stdout = '';
  expect(await host.run('neural-models', 'fetch', './reviews', '--sha256', 'ab', '--json')).toBe(0);
  expect(JSON.parse(host.out.stdout)).toEqual(FETCHED);
});

it('neural-models remove says what it did', async () => {
  expect(await host.run('neural-models', 'remove', FETCHED.id)).toBe(0);
  expect(host.out.stdout).toBe('Removed.\n');
});
