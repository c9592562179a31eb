import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { FONT_FAMILY, receiptDrawing } from '#core/evidence/receipt-drawing.ts';
import { widthsOf } from '#core/evidence/receipt-font.ts';
import type { ReceiptWords } from '#core/evidence/receipt.ts';

/** Pixels for each unit of the drawing. */
const ZOOM = 2;

/** The receipt as a picture (PNG): the same bytes of the same words on every system, as it is drawn by WebAssembly with fonts that come along. */
export async function receiptPicture(words: ReceiptWords): Promise<Uint8Array> {
  const { initWasm, Resvg } = await import('#resvg');
  const [program, regular, bold] = await Promise.all(
    [
      import.meta.resolve('#resvg.wasm'),
      import.meta.resolve('#noto-sans/400Regular/NotoSans_400Regular.ttf'),
      import.meta.resolve('#noto-sans/700Bold/NotoSans_700Bold.ttf'),
    ].map((url) => contentOf(fileURLToPath(url))),
  );
  if (program === undefined || regular === undefined || bold === undefined) throw new Error('The parts of the picture are missing.');
  const drawing = receiptDrawing(words, { regular: widthsOf(regular), bold: widthsOf(bold) });
  await startOnce(() => initWasm(program));
  const font = { fontBuffers: [regular, bold], loadSystemFonts: false, defaultFontFamily: FONT_FAMILY };
  const painter = new Resvg(drawing, { font, fitTo: { mode: 'zoom', value: ZOOM } });
  try {
    const picture = painter.render();
    try {
      return picture.asPng();
    } finally {
      picture.free();
    }
  } finally {
    painter.free();
  }
}

/** The built program has the parts packed. */
async function contentOf(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The program refuses to be started again in the same thread, where it runs already. */
async function startOnce(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Already initialized')) throw error;
  }
}
