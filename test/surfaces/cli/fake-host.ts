import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFormat } from '#core/contract/tier.ts';
import { detectUrl, platformInfo } from '#core/service/platforms.ts';
import type { ClientUse } from '#core/surfaces/cli/client.ts';
import type { CliHost } from '#core/surfaces/cli/command-host.ts';
import type { DoctorFacts } from '#core/surfaces/cli/doctor.ts';
import type { FetchedModel } from '#core/surfaces/cli/model-commands.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { createTerminal } from '#core/surfaces/cli/terminal.ts';
import type { Plan } from '#core/contract/job.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type FakeServices, fakeServices } from '#test/operations/fake-services.ts';

/** A command line over made-up services: nothing is started, everything is written down. */
export interface FakeHost {
  readonly services: FakeServices;
  readonly out: { stdout: string; stderr: string };
  /** What clients were opened for, and how many were closed. */
  readonly opened: ClientUse[];
  closed: number;
  readonly interrupt: AbortController;
  facts: DoctorFacts;
  run(...words: string[]): Promise<number>;
  /** From now on exports end in this way, by their URL, as soon as they are created. */
  exportsEnd(patchOf: (url: string) => Partial<JobRecord>): void;
}

export const HEALTHY: DoctorFacts = {
  version: '1.2.3',
  node: 'v24.0.0',
  dataDir: { path: '/data', state: 'writable', why: null, putAside: [] },
  service: null,
  vault: { kind: 'file', exists: true, why: 'the machine has no keychain', hint: 'Install one.' },
  proxy: null,
  extraCertificates: null,
  browser: { name: 'Chromium', path: '/usr/bin/chromium' },
  platforms: 2,
  packs: [],
};

export const FETCHED: FetchedModel = {
  id: 'reviews-0123456789abcdef',
  bytes: 67_000_001,
  languages: ['en', 'de'],
  licence: 'MIT',
  source: 'https://models.example/reviews',
  damage: null,
};

/** More than any command here asks: what it waits for is never going to come. */
const MOST_CALLS = 200;

/** `folder` takes the files that the engine is asked for. */
export function fakeHost(folder: string, plan: Plan = 'business'): FakeHost {
  const writeFile = (name: string, format: FileFormat) => {
    writeFileSync(join(folder, name), `${format} file`);
    return { format, name, bytes: 9 };
  };
  const services = fakeServices({ exportsFolder: folder, writeFile, plan });
  const interrupt = new AbortController();
  const out = { stdout: '', stderr: '' };
  const fake: FakeHost = {
    services,
    out,
    opened: [],
    closed: 0,
    interrupt,
    facts: HEALTHY,
    run: (...words) => runCommandLine(words, hostOf(fake, folder)),
    exportsEnd(patchOf) {
      const { create } = services.engine;
      services.engine.create = async (jobs) => {
        const records = await create(jobs);
        for (const { guid, url } of records) setImmediate(() => services.engine.change(guid, patchOf(url)));
        return records;
      };
    },
  };
  return fake;
}

function fakeStream(out: FakeHost['out'], name: 'stdout' | 'stderr') {
  return {
    write(output: string | Uint8Array, done?: () => void) {
      out[name] += Buffer.from(output).toString('utf8');
      done?.();
    },
  };
}

function hostOf(fake: FakeHost, folder: string): CliHost {
  const { services, out, interrupt } = fake;
  return {
    terminal: {
      ...createTerminal({
        stdout: fakeStream(out, 'stdout'),
        stderr: fakeStream(out, 'stderr'),
        now: Date.now,
      }),
      isAttended: false,
      showStatus: (line) => void (out.stderr += `[${line}]\n`),
      clearStatus: () => undefined,
    },
    signal: interrupt.signal,
    env: { COMMENTDOCK_DATA_DIR: join(folder, 'data') },
    async openClient(use) {
      fake.opened.push(use);
      const client = createLocalClient(services, interrupt.signal, async () => void (fake.closed += 1));
      let calls = 0;
      return {
        ...client,
        async call(name, input) {
          calls += 1;
          if (calls > MOST_CALLS) throw new Error(`The test ends nothing that a command waits for by ${name}.`);
          return client.call(name, input);
        },
      };
    },
    catalogue: async () => ({
      list: () => services.platforms.all.map(platformInfo),
      detect: (url) => detectUrl(url, services.platforms),
    }),
    serve: async (onReady) =>
      onReady({
        base_url: 'http://127.0.0.1:1',
        ws_url: 'ws://127.0.0.1:1',
        mcp_url: 'http://127.0.0.1:1',
        gui_url: 'http://127.0.0.1:1/open?code=K7QM-2XPD',
        data_dir: '/data',
        pid: 7,
      }),
    work: () => Promise.reject(new Error('not part of this test')),
    serveMcp: () => Promise.reject(new Error('not part of this test')),
    doctorFacts: async () => fake.facts,
    packDiagnosis: async (path) => ({ path, parts: [] }),
    rotateVault: async () => ({ secrets: 3, exchanges: 1, advice: null }),
    async move(_from, to, onStep) {
      onStep({ step: 'copied', table: 'items', rows: 7 });
      const files = { copied: 0, written: 2, noted: 0, left: [{ name: 'a.xlsx', why: 'its platform is unknown' }] };
      return { tables: [{ table: 'items', rows: 7, sha256: 'ab' }], secrets: 3, files, queued: 1, advice: [`Give the key to ${to}.`] };
    },
    backups: {
      async make(to, key) {
        const left = [{ path: 'windows', why: `asked for ${key} key` }];
        return { folder: to, files: 3, bytes: 2_097_152, left };
      },
      async restore(from, to) {
        const made = { made_at: '2026-11-27T10:00:00.000Z', program: '0.1.0', left: [] };
        return { ...made, data_dir: to ?? '/data', files: 3, advice: [`Not both of ${from} and this.`] };
      },
    },
    browsers: {
      find: async () => ({ name: 'Chromium', path: '/usr/bin/chromium' }),
      async install(onProgress) {
        onProgress(40);
        return { name: 'Chrome for Testing', path: '/cache/chrome' };
      },
    },
    models: {
      list: async () => [FETCHED],
      async fetch(_wish, onProgress) {
        onProgress(40);
        return FETCHED;
      },
      remove: async () => undefined,
    },
    openLogin: () => Promise.reject(new Error('not part of this test')),
  };
}
