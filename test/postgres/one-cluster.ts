import type { TestProject } from 'vitest/node';
import { startCluster } from '#test/postgres/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly clusterUrl: string;
  }
}

/** One cluster for all files that are run over PostgreSQL. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  provide('clusterUrl', cluster.url);
  return () => cluster.stop();
}
