import { z } from 'zod';

/** A CPU profile as V8 writes it (Chrome DevTools Protocol, `Profiler.Profile`): microseconds. */
const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.int()).optional(),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});

type CpuProfile = z.output<typeof profileSchema>;

/** Whose code a frame is: ours, a package's, Node's own, or what V8 does itself (collecting garbage, `JSON.parse`). */
type Owner = 'own' | 'package' | 'node' | 'engine';

interface Flame {
  readonly name: string;
  readonly owner: Owner;
  /** With all that it calls. */
  us: number;
  readonly calls: Map<string, Flame>;
}

/** No time is spent there. */
const WAITING = new Set(['(idle)']);
const ROOTS = new Set(['(root)', '(program)']);

const WIDTH_PX = 1_200;
const ROW_PX = 20;
const MARGIN_PX = 12;
const HEAD_PX = 56;
const LETTER_PX = 6.6;
const MOST_ROWS = 26;
/** Narrower ones are not drawn. */
const LEAST_PX = 2;
const LEAST_TEXT_PX = 24;

const OWNERS: Readonly<Record<Owner, string>> = {
  own: 'Commentdock',
  package: 'packages',
  node: 'Node',
  engine: 'V8: garbage, JSON, texts',
};

const STYLE = `
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1c1917; }
.title { font: 600 15px system-ui, sans-serif; }
.legend { font: 12px system-ui, sans-serif; }
.page { fill: #ffffff; }
rect { stroke: #ffffff; stroke-width: 1; }
.own { fill: #93c5fd; } .package { fill: #d8b4fe; } .node { fill: #d6d3d1; } .engine { fill: #fdba74; }
@media (prefers-color-scheme: dark) {
  .page { fill: #0c0a09; } rect { stroke: #0c0a09; }
  .title, .legend { fill: #f5f5f4; }
  .own { fill: #60a5fa; } .package { fill: #c084fc; } .node { fill: #a8a29e; } .engine { fill: #fb923c; }
}`;

/** @throws ZodError where it is no profile */
export function parseProfile(json: string): CpuProfile {
  return profileSchema.parse(JSON.parse(json));
}

/** True where code of such a file ran. */
export function ran({ nodes }: CpuProfile, file: string): boolean {
  return nodes.some(({ callFrame: { url } }) => url.includes(file));
}

/** What took the time of a thread: who called whom, the same calls added up. Waiting is left out. */
export function flameOf({ nodes, samples, timeDeltas }: CpuProfile): Flame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const selfUs = new Map<number, number>();
  for (const [at, id] of samples.entries()) selfUs.set(id, (selfUs.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const root: Flame = { name: 'all', owner: 'own', us: 0, calls: new Map() };
  for (const [id, us] of selfUs) {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined; at = callerOf.get(at)) path.unshift(at);
    const frames = path.map((one) => byId.get(one)?.callFrame).filter((frame) => frame !== undefined);
    if (frames.some(({ functionName }) => WAITING.has(functionName))) continue;
    let flame = root;
    flame.us += us;
    for (const { functionName, url } of frames) {
      if (ROOTS.has(functionName)) continue;
      flame = calledBy(flame, functionName === '' ? '(anonymous)' : functionName, ownerOf(url));
      flame.us += us;
    }
  }
  return root;
}

/** An SVG: wide is long, below is what is called. In the reader's own scheme of colours. */
export function drawFlame(root: Flame, title: string): string {
  const bars: string[] = [];
  let rows = 0;
  const scale = (WIDTH_PX - 2 * MARGIN_PX) / Math.max(1, root.us);
  const draw = (flame: Flame, x: number, row: number): void => {
    if (row > MOST_ROWS) return;
    let left = x;
    for (const call of [...flame.calls.values()].toSorted((a, b) => b.us - a.us)) {
      const width = call.us * scale;
      if (width < LEAST_PX) continue;
      rows = Math.max(rows, row + 1);
      bars.push(bar(call, { x: left, y: HEAD_PX + row * ROW_PX, width, share: call.us / root.us }));
      draw(call, left, row + 1);
      left += width;
    }
  };
  draw(root, MARGIN_PX, 0);
  const height = HEAD_PX + rows * ROW_PX + MARGIN_PX;
  const words = `${title}: ${(root.us / 1_000).toFixed(0)} ms of a processor`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${height}" role="img" aria-label="${escaped(words)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="page" width="${WIDTH_PX}" height="${height}"/>`,
    `<text class="title" x="${MARGIN_PX}" y="22">${escaped(words)}</text>`,
    ...legend(),
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function calledBy(caller: Flame, name: string, owner: Owner): Flame {
  const key = `${owner} ${name}`;
  const known = caller.calls.get(key);
  if (known !== undefined) return known;
  const made: Flame = { name, owner, us: 0, calls: new Map() };
  caller.calls.set(key, made);
  return made;
}

function ownerOf(url: string): Owner {
  if (url === '') return 'engine';
  if (url.startsWith('node:')) return 'node';
  return url.includes('node_modules') ? 'package' : 'own';
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of all, from 0 to 1. */
  readonly share: number;
}

function bar({ name, owner, us }: Flame, { x, y, width, share }: Place): string {
  const letters = Math.floor((width - 8) / LETTER_PX);
  const label = name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name;
  const said = width < LEAST_TEXT_PX ? '' : `<text x="${round(x + 4)}" y="${y + 14}">${escaped(label)}</text>`;
  const words = `${name}: ${(us / 1_000).toFixed(0)} ms, ${(share * 100).toFixed(1)} %`;
  return `<g><title>${escaped(words)}</title><rect class="${owner}" x="${round(x)}" y="${y}" width="${round(width)}" height="${ROW_PX}"/>${said}</g>`;
}

function legend(): string[] {
  let x = MARGIN_PX;
  return Object.entries(OWNERS).map(([owner, words]) => {
    const place = x;
    x += 40 + words.length * 7;
    return `<g><rect class="${owner}" x="${place}" y="32" width="14" height="14"/><text class="legend" x="${place + 20}" y="43">${escaped(words)}</text></g>`;
  });
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
