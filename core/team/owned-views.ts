import type { AccountRecord } from '#core/logins/ports.ts';
import type { Services } from '#core/operations/registry.ts';
import { refuse, type View } from '#core/team/eyes.ts';

type Views = { readonly [K in keyof Services]?: View<Services[K]> };

/** Everything besides exports themselves: what belongs to people, what is hidden from them, and what is nobody's. */
export const MEMBER_VIEWS = {
  batches: ({ batches }, { member, expectOwn }) => ({
    insert: (batch) => batches.insert({ ...batch, memberUuid: member.uuid }),
    find: (id) => theirs(batches.find(id), member.uuid),
    remove(id) {
      expectOwn(batches.find(id));
      batches.remove(id);
    },
  }),
  presets: ({ presets }, { member }) => ({
    list: () => presets.list(member.uuid),
    find: (name) => presets.find(name, member.uuid),
    save: (preset) => presets.save({ ...preset, memberUuid: member.uuid }),
    remove: (name) => presets.remove(name, member.uuid),
  }),
  listViews: ({ listViews }, { member }) => ({
    list: () => listViews.list(member.uuid),
    save: (view) => listViews.save(view, member.uuid),
    remove: (name) => listViews.remove(name, member.uuid),
  }),
  bulk: ({ bulk }, { member, expectOwn }) => ({
    insert: (archive) => bulk.insert({ ...archive, memberUuid: member.uuid }),
    find: (uuid) => theirs(bulk.find(uuid), member.uuid),
    ofFile: (fileName) => theirs(bulk.ofFile(fileName), member.uuid),
    nextProcessing: () => null,
    fileNames: () => new Set(),
    settle: () => false,
    remove(uuid) {
      expectOwn(bulk.find(uuid));
      bulk.remove(uuid);
    },
  }),
  accounts: ({ accounts }, { member, expectOwn }) => ({
    insert: (account) => accounts.insert({ ...account, memberUuid: member.uuid }),
    update(account) {
      expectOwn(accounts.find(account.uuid));
      accounts.update({ ...account, memberUuid: member.uuid });
    },
    list: () => accounts.list().filter(({ memberUuid }: AccountRecord) => memberUuid === member.uuid),
    ofPlatform: (platform) => accounts.ofPlatform(platform, member.uuid),
    find: (uuid) => theirs(accounts.find(uuid), member.uuid),
    markNeedsLogin(uuid, sinceMs) {
      expectOwn(accounts.find(uuid));
      accounts.markNeedsLogin(uuid, sinceMs);
    },
    remove(uuid) {
      expectOwn(accounts.find(uuid));
      accounts.remove(uuid);
    },
  }),
  schedules: ({ schedules }, { member, seen, expectOwn }) => {
    const own = (uuid: string): string => {
      expectOwn(schedules.find(uuid));
      return uuid;
    };
    return {
      insert: (schedule) => schedules.insert({ ...schedule, memberUuid: member.uuid }),
      find: (uuid) => seen(schedules.find(uuid)),
      list: (request) => schedules.list({ ...request, of: member.uuid }),
      // The plan counts those of all.
      count: () => schedules.count(),
      countBefore: (uuid) => schedules.countBefore(uuid),
      update: (uuid, terms, atMs) => schedules.update(own(uuid), terms, atMs),
      remove: (uuid) => schedules.remove(own(uuid)),
      due: () => [],
      coming: () => [],
      pending: () => [],
      advance: (uuid, step) => schedules.advance(own(uuid), step),
      started: (uuid, guid, atMs) => schedules.started(own(uuid), guid, atMs),
      refused: (uuid, why, missed) => schedules.refused(own(uuid), why, missed),
    };
  },
  scheduleRuns: ({ scheduleRuns, schedules }, { expectOwn }) => ({
    async runNow(schedule, caller) {
      expectOwn(schedules.find(schedule.uuid));
      return scheduleRuns.runNow(schedule, caller);
    },
    catchUp: () => scheduleRuns.catchUp(),
  }),
  webhooks: ({ webhooks }, { member, expectOwn }) => {
    const find = (uuid: string) => theirs(webhooks.find(uuid), member.uuid);
    const findMessage = (uuid: string) => {
      const message = webhooks.findMessage(uuid);
      return message === null || find(message.webhook.uuid) === null ? null : message;
    };
    const own = (uuid: string): string => {
      expectOwn(find(uuid));
      return uuid;
    };
    return {
      insert: (webhook) => webhooks.insert({ ...webhook, memberUuid: member.uuid }),
      find,
      list: (request) => webhooks.list({ ...request, of: member.uuid }),
      // The plan counts those of all.
      count: () => webhooks.count(),
      update: (uuid, change) => webhooks.update(own(uuid), change),
      remove: (uuid) => webhooks.remove(own(uuid)),
      summary: () => webhooks.summary(member.uuid),
      messages: (request) => webhooks.messages({ ...request, of: member.uuid }),
      findMessage,
      insertMessage: (message) => webhooks.insertMessage({ ...message, webhookUuid: own(message.webhookUuid) }),
      resend(uuid, nowMs) {
        if (findMessage(uuid) !== null) webhooks.resend(uuid, nowMs);
      },
      resentSince: (webhookUuid, sinceMs) => webhooks.resentSince(own(webhookUuid), sinceMs),
    };
  },
  tokens: ({ tokens }, { member }) => {
    const mine = (token: ReturnType<typeof tokens.find>) => (token?.member?.uuid === member.uuid ? token : null);
    return {
      insert: (token) => tokens.insert({ ...token, member }),
      list: () => tokens.list(member.uuid),
      find: (uuid) => mine(tokens.find(uuid)),
      findBySha256: (sha256) => mine(tokens.findBySha256(sha256)),
      remove: (uuid) => mine(tokens.find(uuid)) !== null && tokens.remove(uuid),
    };
  },
  members: ({ members }, { member }) => ({
    insert: refuse,
    list: () => [],
    find: (uuid) => (uuid === member.uuid ? members.find(uuid) : null),
    update: refuse,
    remove: refuse,
  }),
  sharing: ({ sharing, schedules }, { changeable, expectOwn }) => ({
    shareExport: (guid, isShared) => sharing.shareExport(changeable(guid).guid, isShared),
    shareSchedule(uuid, isShared) {
      expectOwn(schedules.find(uuid));
      sharing.shareSchedule(uuid, isShared);
    },
  }),
  audit: ({ audit }) => ({ add: (entry) => audit.add(entry), list: () => [], prune: refuse }),
  allowedClients: () => ({ list: () => [], revoke: refuse }),
  webhookDelivery: 'alike',
  bulkAssembly: 'alike',
  // Asked with an export that was found, and with its number.
  keptExchanges: 'alike',
  media: 'alike',
  reports: 'alike',
  evidence: 'alike',
  resultFiles: 'alike',
  archives: 'alike',
  announcer: 'alike',
  // The installation's: its ways out, its platforms, its machine and its plan, which changes for nobody but owners.
  routes: 'alike',
  pools: 'alike',
  routeProbe: 'alike',
  platforms: 'alike',
  packs: 'alike',
  shelf: 'alike',
  downloadPack: 'alike',
  dailyUpdates: 'alike',
  sentimentSettings: 'alike',
  providerTrials: 'alike',
  localModels: 'alike',
  browserCookies: 'alike',
  machine: 'alike',
  exportPause: 'alike',
  hostWaits: 'alike',
  learnt: 'alike',
  checkDesk: 'alike',
  checkRecords: 'alike',
  creations: 'alike',
  requests: 'alike',
  settings: 'alike',
  assistantCommand: 'alike',
  signIn: 'alike',
  accessTokens: 'alike',
  vault: 'alike',
  config: 'alike',
  now: 'alike',
} satisfies Views;

function theirs<T extends { readonly memberUuid?: string | null }>(found: T | null, memberUuid: string): T | null {
  return found?.memberUuid === memberUuid ? found : null;
}
