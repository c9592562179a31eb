import { readdir } from 'node:fs/promises';
import type { Work } from '#test/linear/growth.ts';
import { KIT_LISTS } from '#test/linear/kit-lists.ts';
import { KIT_TEXTS } from '#test/linear/kit-texts.ts';
import type { ShapesOf } from '#test/linear/shapes.ts';

/** What platforms are written in. */
const FOLDERS = ['platform-api', 'platform-kit'].map((folder) => new URL(`../../core/${folder}/`, import.meta.url));

interface KitFunction {
  /** `html-text.ts: htmlToText`. */
  readonly name: string;
  /** Empty where none are listed. */
  readonly works: readonly Work[];
  /** True where it is listed that nothing it takes has a size. */
  readonly hasNoSize: boolean;
}

/** Every function that a module of these folders exports, as the modules themselves say. */
export async function kitFunctions(): Promise<readonly KitFunction[]> {
  return (await Promise.all(FOLDERS.map(functionsBelow))).flat();
}

async function functionsBelow(folder: URL): Promise<readonly KitFunction[]> {
  const modules = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted();
  const functions = await Promise.all(
    modules.map(async (module) => functionsIn(module, (await import(new URL(module, folder).href)) as object)),
  );
  return functions.flat();
}

/** Of the functions that a module exports, those with the shapes that are listed for them. */
export function functionsIn(module: string, exported: object): readonly KitFunction[] {
  const lists: readonly (ShapesOf | undefined)[] = [KIT_TEXTS[module], KIT_LISTS[module]];
  return Object.entries(exported)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => {
      const listed = lists.map((shapes) => shapes?.[name]).filter((shapes) => shapes !== undefined);
      const works = listed.flatMap((shapes) => (typeof shapes === 'string' ? [] : shapes));
      return {
        name: `${module}: ${name}`,
        works: works.map(({ shape, ...work }) => ({ name: `${module}: ${name}, ${shape}`, ...work })),
        hasNoSize: listed.some((shapes) => typeof shapes === 'string'),
      };
    });
}
