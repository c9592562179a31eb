import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Role } from '#core/contract/member.ts';
import { type FileConnection, openInMemory } from '#core/store/database.ts';
import { createAuditLog, createMemberStore } from '#core/store/members.ts';
import { createOAuthStore } from '#core/store/oauth.ts';
import { createSignInStore } from '#core/store/sign-ins.ts';
import { createTokenStore } from '#core/store/tokens.ts';

const ANN = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ann', role: 'owner' as Role };

let connection: FileConnection;
beforeEach(() => {
  connection = openInMemory();
  createMemberStore(connection).insert({ ...ANN, createdAtMs: 1 });
});
afterEach(() => void connection.close());

it('a code is taken once, within its time, and goes with its last try', () => {
  const signIns = createSignInStore(connection);
  for (const sha256 of ['a', 'b', 'c']) signIns.insertCode({ sha256, triesLeft: 2, expiresAtMs: 100 });
  expect([signIns.takeCode('a', 100), signIns.takeCode('a', 99), signIns.takeCode('a', 99)]).toEqual([false, true, false]);
  signIns.countMiss();
  signIns.insertCode({ sha256: 'd', triesLeft: 2, expiresAtMs: 200 });
  expect(signIns.takeCode('b', 99)).toBe(true);
  signIns.countMiss();
  expect([signIns.takeCode('c', 99), signIns.takeCode('d', 99)]).toEqual([false, true]);
});

it('a session is the owner’s, or that of who was invited, as long as they are there', () => {
  const signIns = createSignInStore(connection);
  const invitation = { createdAtMs: 1, expiresAtMs: 100, usedAtMs: null };
  signIns.insertInvitation({ ...invitation, uuid: 'i', name: 'for Ann', sha256: 'secret', subject: ANN.uuid });
  signIns.insertInvitation({ ...invitation, uuid: 'j', name: 'for nobody', sha256: 'other', subject: 'nobody', createdAtMs: 0 });
  signIns.insertInvitation({ ...invitation, uuid: 'k', name: 'mine', sha256: 'mine', subject: null, createdAtMs: 2 });
  expect(signIns.listInvitations().map(({ uuid }) => uuid)).toEqual(['j', 'i', 'k']);
  expect([signIns.takeInvitation('secret', 100), signIns.takeInvitation('secret', 99), signIns.takeInvitation('secret', 99)]).toEqual([
    null,
    'i',
    null,
  ]);
  expect(signIns.listInvitations()[1]).toEqual({
    ...invitation,
    uuid: 'i',
    name: 'for Ann',
    sha256: 'secret',
    subject: ANN.uuid,
    usedAtMs: 99,
  });
  for (const [sha256, of] of [
    ['hers', 'i'],
    ['hers too', 'i'],
    ['nobody’s', 'j'],
    ['invited', 'k'],
    ['owner', null],
  ] as const)
    signIns.insertSession({ sha256, expiresAtMs: 50, invitation: of });
  const whose = (sha256: string, nowMs = 49) => signIns.findSession(sha256, nowMs);
  expect([whose('hers'), whose('hers', 50), whose('nobody’s'), whose('invited'), whose('owner'), whose('unknown')]).toEqual([
    { member: ANN },
    null,
    null,
    {},
    {},
    null,
  ]);
  expect([signIns.hasSession('nobody’s', 49), signIns.hasSession('hers', 50)]).toEqual([true, false]);
  signIns.removeSession('hers');
  expect([whose('hers'), whose('hers too')]).toEqual([null, { member: ANN }]);
  expect([signIns.removeInvitation('i'), signIns.removeInvitation('i'), whose('hers too'), whose('owner')]).toEqual([
    true,
    false,
    null,
    {},
  ]);
});

it('what ended is forgotten: an invitation that was used with the last of its sessions', () => {
  const signIns = createSignInStore(connection);
  const invite = (uuid: string, expiresAtMs: number): void =>
    signIns.insertInvitation({ uuid, name: uuid, sha256: uuid, subject: null, createdAtMs: 1, expiresAtMs, usedAtMs: null });
  for (const uuid of ['used', 'spent', 'waits']) invite(uuid, 100);
  invite('late', 200);
  for (const uuid of ['used', 'spent']) signIns.takeInvitation(uuid, 50);
  signIns.insertSession({ sha256: 'a', expiresAtMs: 101, invitation: 'used' });
  signIns.insertSession({ sha256: 'b', expiresAtMs: 100, invitation: 'spent' });
  signIns.insertCode({ sha256: 'old', triesLeft: 9, expiresAtMs: 100 });
  signIns.insertCode({ sha256: 'new', triesLeft: 9, expiresAtMs: 101 });
  signIns.prune(100);
  expect(signIns.listInvitations().map(({ uuid }) => uuid)).toEqual(['late', 'used']);
  expect(['a', 'b'].map((sha256) => signIns.hasSession(sha256, 0))).toEqual([true, false]);
  expect(['old', 'new'].map((sha256) => signIns.takeCode(sha256, 0))).toEqual([false, true]);
  signIns.prune(101);
  expect(signIns.listInvitations().map(({ uuid }) => uuid)).toEqual(['late']);
});

it('a token is the owner’s or a member’s, and may nothing once that is gone', () => {
  const tokens = createTokenStore(connection);
  const token = (uuid: string, createdAtMs: number) => ({
    uuid,
    name: `token ${uuid}`,
    sha256: `hash of ${uuid}`,
    createdAtMs,
    expiresAtMs: 9,
  });
  const [mine, older, hers, nobodys] = [
    token('a', 5),
    token('b', 4),
    { ...token('c', 5), member: ANN },
    { ...token('d', 5), member: { ...ANN, uuid: 'gone' } },
  ];
  for (const each of [mine, older, hers, nobodys]) tokens.insert(each);
  expect([tokens.list(null), tokens.list(ANN.uuid)]).toEqual([[older, mine], [hers]]);
  expect([tokens.find('c'), tokens.findBySha256('hash of a'), tokens.find('x'), tokens.findBySha256('a')]).toEqual([
    hers,
    mine,
    null,
    null,
  ]);
  expect(tokens.find('d')?.member).toEqual({ uuid: 'gone', name: '', role: 'reader' });
  expect([tokens.remove('a'), tokens.remove('a'), tokens.list(null)]).toEqual([true, false, [older]]);
});

it('what a client was given ends with its time, or as it is taken back', () => {
  const oauth = createOAuthStore(connection);
  const family = (id: string, clientId: string, endsAtMs: number, createdAtMs = 1) => ({
    id,
    clientId,
    scope: 'read',
    resource: '/mcp',
    createdAtMs,
    endsAtMs,
  });
  const [one, two, other] = [family('1', 'a', 100, 3), family('2', 'a', 100, 2), family('3', 'b', 100, 2)];
  for (const each of [one, two, other]) oauth.insertFamily(each);
  expect(oauth.livingFamilies(99)).toEqual([two, other, one]);
  oauth.extendFamily('1', 150);
  oauth.extendFamily('1', 120);
  expect(oauth.livingFamilies(100)).toEqual([{ ...one, endsAtMs: 150 }]);
  oauth.revokeFamily('2', 7);
  oauth.revokeClient('a', 8);
  expect(oauth.livingFamilies(50)).toEqual([other]);
  expect(connection.prepare('SELECT revoked_at_ms FROM oauth_families ORDER BY id').pluck().all()).toEqual([8, 7, null]);
  for (const [sha256, expiresAtMs] of [
    ['r1', 60],
    ['r2', 61],
  ] as const)
    oauth.insertRefreshToken({ sha256, familyId: '3', expiresAtMs });
  for (const [jti, expiresAtMs] of [
    ['j1', 60],
    ['j2', 61],
  ] as const)
    oauth.insertAccessToken({ jti, familyId: '3', expiresAtMs });
  oauth.spendAccessToken('j2');
  expect([oauth.findAccessToken('j1')?.isSpent, oauth.findAccessToken('j2'), oauth.findRefreshToken('r1')]).toEqual([
    false,
    { family: other, isFamilyRevoked: false, expiresAtMs: 61, isSpent: true },
    { family: other, isFamilyRevoked: false, expiresAtMs: 60, isSpent: false },
  ]);
  oauth.prune(60);
  const known = () =>
    [oauth.findRefreshToken('r1'), oauth.findRefreshToken('r2'), oauth.findAccessToken('j1'), oauth.findAccessToken('j2')].map(
      (found) => found !== null,
    );
  expect(known()).toEqual([false, true, false, true]);
  oauth.prune(100);
  expect([known(), connection.prepare('SELECT id FROM oauth_families').pluck().all()]).toEqual([[false, false, false, false], ['1']]);
});

it('what was done is told the newest first, of all or of one, until it is forgotten', () => {
  const audit = createAuditLog(connection);
  const entry = (atMs: number, memberUuid: string | null) =>
    ({
      atMs,
      memberUuid,
      caller: 'token',
      tokenUuid: 't',
      clientId: null,
      address: '203.0.113.5',
      operation: 'jobs.create',
      subjects: ['a', 'b'],
      outcome: 'done',
    }) as never;
  const all = [entry(1, null), entry(2, ANN.uuid), entry(3, null), entry(4, ANN.uuid), entry(5, ANN.uuid)];
  for (const each of all) audit.add(each);
  const [one, two, three, four, five] = all;
  const list = (page: number, memberUuid: string | null) => audit.list({ page, limit: 2, memberUuid });
  expect([list(1, null), list(3, null)]).toEqual([[five, four], [one]]);
  expect([list(1, ANN.uuid), list(2, ANN.uuid)]).toEqual([[five, four], [two]]);
  audit.prune(3);
  expect(audit.list({ page: 1, limit: 9, memberUuid: null })).toEqual([five, four, three]);
});
