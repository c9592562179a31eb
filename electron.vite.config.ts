import { fileURLToPath } from 'node:url';
import { defineConfig } from 'electron-vite';

const source = (name: string): string => fileURLToPath(new URL(`electron/${name}.ts`, import.meta.url));

/**
 * How the shell is built: the main process and the entry of the core's process as modules, the preload script as one CommonJS file, as
 * the sandbox takes no other. The core itself is not bundled: its threads and migrations are files (scripts/build.ts), and
 * `#core/` leads to them at run time. Production dependencies stay packages; all else is taken in.
 */
export default defineConfig({
  main: {
    build: {
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: source('main'), 'core-process': source('core-process') },
        external: [/^#core\//],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      emptyOutDir: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('preload') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
