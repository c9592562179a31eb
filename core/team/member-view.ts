import type { Member } from '#core/auth/ports.ts';
import { refuseForeignCursor } from '#core/exports/foreign-cursor.ts';
import type { Services } from '#core/operations/registry.ts';
import { eyesOf, refuse, type View } from '#core/team/eyes.ts';
import { MEMBER_VIEWS } from '#core/team/owned-views.ts';

/**
 * Every port that operations work with, and what a member has in its place. A port that is not decided here does not type-check: no
 * operation can reach what its caller does not see.
 */
type Views = { readonly [K in keyof Services]-?: View<Services[K]> };

const VIEWS: Views = {
  ...MEMBER_VIEWS,
  engine: ({ engine, jobs, accounts }, { member, sees: seesIt, readable, changeable, expectOwn }) => ({
    create(given) {
      refuseForeignCursor(given, { member }, jobs);
      return engine.create(given.map((job) => ({ ...job, memberUuid: member.uuid })));
    },
    stop: async (guid) => engine.stop(changeable(guid).guid),
    retry: async (guid) => engine.retry(changeable(guid).guid),
    goOnInWindow: async (guid) => engine.goOnInWindow(changeable(guid).guid),
    remove: async (guid) => engine.remove(changeable(guid).guid),
    // A file of what is there already is part of reading it.
    writeFiles: async (guid, formats, layout) => engine.writeFiles(readable(guid).guid, formats, layout),
    writeAside: async (guid, wish) => engine.writeAside(readable(guid).guid, wish),
    reprocess: async (guid, wish) => engine.reprocess(changeable(guid).guid, wish),
    cancelReprocessing: async (guid) => engine.cancelReprocessing(changeable(guid).guid),
    async forgetWindows(accountUuid) {
      expectOwn(accounts.find(accountUuid));
      await engine.forgetWindows(accountUuid);
    },
    subscribe: (listener) =>
      engine.subscribe((change) => {
        if (seesIt(change.job)) listener(change);
      }),
    restoreFile: async (guid, format, layout) => engine.restoreFile(readable(guid).guid, format, layout),
    dropFiles: async (guid) => engine.dropFiles(changeable(guid).guid),
    forgetLearnt: refuse,
    pause: refuse,
    resume: refuse,
    close: refuse,
  }),
  admission: ({ admission }, { member }) => ({
    create: (given, { kind, caller }) =>
      admission.create(
        given.map((job) => ({ ...job, memberUuid: member.uuid })),
        { kind, caller: { ...caller, member } },
      ),
  }),
  jobs: ({ jobs }, { member, sees: seesIt, seen }) => ({
    ...jobs,
    find: (guid) => seen(jobs.find(guid)),
    ofFile: (name) => seen(jobs.ofFile(name)),
    list: (request) => jobs.list({ ...request, of: member.uuid }),
    ofBatch: (batchId) => jobs.ofBatch(batchId).filter(seesIt),
    lastOfPlatforms() {
      const { newest, done } = jobs.lastOfPlatforms();
      return { newest: newest.filter(({ guid }) => seen(jobs.find(guid)) !== null), done };
    },
  }),
  pictures: ({ pictures }, { readable }) => ({ fetchPicture: async (guid, url) => pictures.fetchPicture(readable(guid).guid, url) }),
  insights: ({ insights }, { member, readable, changeable }) => ({
    count: async (guid, timeZone, bucket) => insights.count(readable(guid).guid, timeZone, bucket),
    search: async (guid, wish) => insights.search(readable(guid).guid, wish),
    everywhere: (wish) => insights.everywhere({ ...wish, of: member.uuid }),
    arrivals: async (guid, wish) => insights.arrivals(readable(guid).guid, wish),
    changes: async (guid, wish) => insights.changes(readable(guid).guid, wish),
    settled: async (guid, wish) => insights.settled(readable(guid).guid, wish),
    runs: async (guid) => insights.runs(readable(guid).guid),
    indexState: async (guid) => insights.indexState(readable(guid).guid),
    forget: (guid) => insights.forget(changeable(guid).guid),
    close: refuse,
  }),
  draws: ({ draws }, { readable, changeable }) => ({
    list: (guid) => draws.list(readable(guid).guid),
    keep: (guid, draw) => draws.keep(changeable(guid).guid, draw),
  }),
  labels: ({ labels }, { member, changeable }) => ({
    set: (guid, said) => labels.set(changeable(guid).guid, said),
    used: () => labels.used(member.uuid),
  }),
  remarks: ({ remarks }, { readable, changeable }) => ({
    list: (guid, page) => remarks.list(readable(guid).guid, page),
    set: (guid, ids, change, atMs) => remarks.set(changeable(guid).guid, ids, change, atMs),
    withFiles: (guid) => remarks.withFiles(changeable(guid).guid),
  }),
  datasets: ({ datasets }, { readable }) => ({
    draw: async (guid, wish) => datasets.draw(readable(guid).guid, wish),
    measureTexts: async (guid) => datasets.measureTexts(readable(guid).guid),
    addressesOf: async (guid) => datasets.addressesOf(readable(guid).guid),
    pack: refuse,
    merge: refuse,
    close: refuse,
  }),
  conversions: ({ conversions }, { readable, changeable }) => ({
    stateOf: (guid, kind) => conversions.stateOf(readable(guid).guid, kind),
    start: (guid, kind, baseUrl) => conversions.start(readable(guid).guid, kind, baseUrl),
    startReprocessing: (guid, wish) => conversions.startReprocessing(changeable(guid).guid, wish),
  }),
};

/** What operations work with where a member calls them. Owners among the members have all of it. */
export function viewOf(services: Services, member: Member): Services {
  // Their realtime channels are named after it.
  const settings = { ...services.settings, userUuid: member.uuid };
  if (member.role === 'owner') return { ...services, settings };
  const eyes = eyesOf(services, member);
  const ports = Object.entries(VIEWS).map(([name, view]) => {
    const narrow = view as View<unknown>;
    return [name, narrow === 'alike' ? services[name as keyof Services] : narrow(services, eyes)] as const;
  });
  return { ...(Object.fromEntries(ports) as unknown as Services), settings };
}
