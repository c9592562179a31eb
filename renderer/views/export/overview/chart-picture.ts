/** A screen has twice as many points, and a slide is larger still. */
const SCALE = 2;

/** A picture (SVG) as a PNG. @throws Error where the browser cannot draw it */
export async function asPng(svg: string): Promise<Blob> {
  const image = new Image();
  // By its text: the page takes no picture from anywhere else.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser made no picture.');
  return blob;
}
