import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { placeOf } from '#core/operations/field-place.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { sampleItems } from '#core/sandbox/sample-items.ts';
import { isReading, TOOLS } from '#core/surfaces/mcp/tools/all.ts';
import { ROOT } from './build.ts';
import { NOTICES_FILE } from './notices.ts';

const SAMPLE_ROWS = 5;

/** How the window is built: everything from here, every file with a hash in its name, nothing inline. */
export function rendererConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(ROOT, 'renderer'),
    base: '/',
    logLevel: 'warn',
    plugins: [
      react(),
      // The rule itself goes along: the window has no code of the core, and no second rule.
      madeModule('virtual:operation-routes', () => `export const ROUTES = ${JSON.stringify(routes())};\nexport ${String(placeOf)}`),
      madeModule('virtual:assistant-tools', () => `export const TOOLS = ${JSON.stringify(tools())};`),
      madeModule('virtual:sample', () => `export const SAMPLE = ${JSON.stringify(sample())};`),
      madeModule('virtual:notices', () => `export const NOTICES = ${JSON.stringify(readFileSync(NOTICES_FILE, 'utf8'))};`),
    ],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // Those that know `light-dark()`: what is made of it for older ones does not follow the switch of the theme.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // What is there from the first moment is one file: many small ones would come to more.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstChunk(), debugName: 'first' }] } } },
      chunkSizeWarningLimit: 2_000,
    },
  };
}

/** What a bundler knows of a module. */
interface Modules {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Names the chunk of all that the entry imports, directly or by way of others, without `import()`. */
function firstChunk(): (id: string, modules: Modules) => string | null {
  const known = new Map<string, boolean>();
  const isFirst = (id: string, modules: Modules): boolean => {
    const said = known.get(id);
    if (said !== undefined) return said;
    // Whoever comes back to it in a circle learns nothing more.
    known.set(id, false);
    const info = modules.getModuleInfo(id);
    const isIt = info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, modules)));
    known.set(id, isIt);
    return isIt;
  };
  return (id, modules) => (isFirst(id, modules) ? 'first' : null);
}

/** A module whose text is made while the window is built. */
function madeModule(name: string, text: () => string): Plugin {
  const id = `\0${name}`;
  return {
    name: name.replace(':', '-'),
    resolveId: (source) => (source === name ? id : null),
    load: (loaded) => (loaded === id ? text() : null),
  };
}

/** Where each operation is reached, from the registry itself. */
function routes(): object {
  return Object.fromEntries(OPERATIONS.map(({ name, rest: { method, path, from } }) => [name, { method, path, from }]));
}

/** What assistants are offered, from the tools themselves. */
function tools(): readonly object[] {
  return TOOLS.map((tool) => ({ name: tool.name, title: tool.title, description: tool.description, isReading: isReading(tool) }));
}

/** The first rows of the sample that the first run shows, as its export has them, so that there need not be one yet. */
function sample(): object {
  const [target] = youtube.targets;
  const type = target?.exports.own?.type;
  if (target === undefined || type === undefined) throw new Error('The sample has no rows.');
  const items = sampleItems({
    platform: youtube,
    target: { target: target.name, params: {}, type, selector: 'own', url: target.examples[0] },
    options: { replies: true, sort: null, limit: SAMPLE_ROWS, minTimestamp: null, maxTimestamp: null, countries: [] },
  });
  const rows = items.map(({ author, text, likes, createdAt, kind }) => ({
    author: author.name,
    text,
    likes,
    createdAt,
    isReply: kind === 'reply',
  }));
  return { platform: youtube.name, url: target.examples[0], rows };
}
