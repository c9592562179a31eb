import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.resolve('#core/main.js')));

/** What the house hands in, by the names under which the code imports it. All else is bundled. */
const HANDED_IN = { '#core/contract/error.ts': 'house.errors', 'node:async_hooks': 'house.asyncHooks' } as const;
/** Taken once: within a compartment each look at a global goes a long way, and code that reads rows took three times as long by it. */
const GLOBALS =
  'Array,BigInt,Boolean,Date,Error,Function,Infinity,Intl,JSON,Map,Math,NaN,Number,Object,Promise,Proxy,RangeError,Reflect,RegExp,Set,String,Symbol,SyntaxError,TextDecoder,TextEncoder,TypeError,URL,URLSearchParams,Uint8Array,WeakMap,WeakSet,atob,btoa,decodeURI,decodeURIComponent,encodeURI,encodeURIComponent,isFinite,isNaN,parseFloat,parseInt';
const ENTRY = '\0pack';
const PORT_OF = 'portOf' satisfies keyof typeof import('#core/packs/inside.ts');

/**
 * The code of a platform as one script, whose value is a function: it gets what the house hands in and gives the platform.
 * @param index its `index.ts`, absolute
 * @throws Error where it imports what platforms may not, or there is no bundler: it comes with what is needed to develop alone
 */
export async function bundlePlatform(index: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const inside = join(ROOT, 'core/packs/inside.ts');
  const bundle = await rolldown({
    input: ENTRY,
    cwd: ROOT,
    external: Object.keys(HANDED_IN),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    plugins: [
      {
        name: 'pack',
        resolveId(id, importer) {
          if (id === ENTRY) return id;
          // A folder outside of this one has the house's names and packages all the same.
          const isOwn = importer === undefined || importer === ENTRY || /[\\/]node_modules[\\/]/.test(importer);
          const isForeign = !isOwn && relative(ROOT, importer).startsWith('..');
          return isForeign && !/^[./]/.test(id) ? this.resolve(id, inside) : null;
        },
        load: (id) =>
          id === ENTRY
            ? `import platform from ${JSON.stringify(index)};\nimport { ${PORT_OF} } from ${JSON.stringify(inside)};\nexport default ${PORT_OF}(platform);`
            : null,
      },
    ],
    onLog(level, log) {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  try {
    const { output } = await bundle.generate({ format: 'iife', name: 'pack', exports: 'default', globals: HANDED_IN, comments: false });
    return `(house) => {\nconst {${GLOBALS}} = globalThis;\n${withoutForbiddenWords(output[0].code)}\nreturn pack;\n}`;
  } finally {
    await bundle.close();
  }
}

/**
 * Compartments take no code in which these stand, be it within a text: each could be read otherwise than it looks. In texts and expressions the
 * escape means the same; an import that is one becomes an error of syntax, as it should.
 */
function withoutForbiddenWords(code: string): string {
  return code
    .replaceAll('<!--', '\\x3C!--')
    .replaceAll('-->', '--\\x3E')
    .replace(/\bimport(?=\s*[(/])/g, '\\x69mport');
}
