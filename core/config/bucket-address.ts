/** An S3-compatible bucket as its setting names it. */
export interface BucketAddress {
  readonly bucket: string;
  /** What its keys begin with: empty, or with a slash at the end. */
  readonly prefix: string;
  /** Where a server other than the vendor's is. */
  readonly endpoint: string | null;
  /** Null: the vendor's client finds it out. */
  readonly region: string | null;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(\/[\w.-]+)*\/?$/;
const PARAMETERS: ReadonlySet<string> = new Set(['endpoint', 'region']);

/** Reads `s3://bucket/prefix?endpoint=...&region=...`; null where it is none. Keys and passwords have no place in it. */
export function bucketAddressIn(text: string): BucketAddress | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const { hostname: bucket, pathname, searchParams } = url;
  const [endpoint, region] = [searchParams.get('endpoint'), searchParams.get('region')];
  const isKnown = [...searchParams.keys()].every((name) => PARAMETERS.has(name));
  if (!isKnown || !BUCKET_NAME.test(bucket) || !PREFIX.test(pathname) || (endpoint !== null && !isServer(endpoint))) return null;
  const prefix = pathname.replace(/^\//, '').replace(/\/$/, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region };
}

function isServer(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '';
}
