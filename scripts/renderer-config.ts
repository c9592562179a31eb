import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { OPERATIONS } from '#core/operations/registry.ts';
import { ROOT } from './build.ts';

const ROUTES_MODULE = 'virtual:operation-routes';

/** How the window is built: everything from here, every file with a hash in its name, nothing inline. */
export function rendererConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(ROOT, 'renderer'),
    base: '/',
    logLevel: 'warn',
    plugins: [react(), operationRoutes()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // Those that know `light-dark()`: what is made of it for older ones does not follow the switch of the theme.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  };
}

/** Where each operation is reached, from the registry itself. */
function operationRoutes(): Plugin {
  const id = `\0${ROUTES_MODULE}`;
  return {
    name: 'operation-routes',
    resolveId: (source) => (source === ROUTES_MODULE ? id : null),
    load: (loaded) => (loaded === id ? `export const ROUTES = ${JSON.stringify(routes())};` : null),
  };
}

function routes(): object {
  return Object.fromEntries(
    OPERATIONS.map(({ name, rest: { method, path, from = {} } }) => {
      const headers = Object.entries(from).flatMap(([field, place]) => (typeof place === 'object' ? [[field, place.header]] : []));
      return [name, { method, path, headers: Object.fromEntries(headers) }];
    }),
  );
}
