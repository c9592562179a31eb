// Other people's tools for OpenAPI documents: `<tool> <file> <where to>`. A process of their own: they want the compiler of TypeScript as it
// was written in JavaScript. The package named here brings it without a second `tsc`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});

const TOOLS = {
  async 'openapi-typescript'(document, folder) {
    const { default: openapiTS, astToString } = await import('openapi-typescript');
    mkdirSync(folder);
    writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(readFileSync(document, 'utf8'))));
  },
  async 'hey-api'(input, output) {
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input,
      output,
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    });
  },
  async bundle(program, file) {
    const { rolldown } = await import('rolldown');
    await (await rolldown({ input: program, platform: 'node', logLevel: 'silent' })).write({ file, format: 'esm' });
  },
  /** Prints what the recommended rules find, as JSON. */
  async redocly(document) {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: readFileSync(document, 'utf8'), absoluteRef: document, config });
    console.log(JSON.stringify(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)));
  },
};

const [name, file, target] = process.argv.slice(2);
await TOOLS[name](file, target);
