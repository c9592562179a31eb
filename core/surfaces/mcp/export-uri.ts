/** Formats that an export can be read in as a resource. */
export const RESOURCE_FORMATS = ['json', 'csv'] as const;
export type ResourceFormat = (typeof RESOURCE_FORMATS)[number];

/** A resource: an export in a format, from a byte of its file on. */
interface ExportResource {
  readonly guid: string;
  readonly format: ResourceFormat;
  /** 0, or what a part before named as the next one. */
  readonly from: number;
}

const EXPORT_URI = /^export:\/\/([0-9a-f-]{36})(?:\/(json|csv))?(?:\?from=(\d{1,15}))?$/i;

/** JSON is what the bare address gives. */
export function exportUri({ guid, format, from }: ExportResource): string {
  return `export://${guid}${format === 'json' ? '' : `/${format}`}${from === 0 ? '' : `?from=${from}`}`;
}

/** Null where it is no address of an export. */
export function parseExportUri(uri: string): ExportResource | null {
  const [, guid, format, from] = EXPORT_URI.exec(uri) ?? [];
  if (guid === undefined) return null;
  return { guid: guid.toLowerCase(), format: format?.toLowerCase() === 'csv' ? 'csv' : 'json', from: Number(from ?? 0) };
}
