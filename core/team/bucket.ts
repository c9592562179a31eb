import { addAbortSignal, type Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type BucketAddress, bucketAddressIn } from '#core/config/bucket-address.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobFile } from '#core/contract/job-record.ts';
import { CONTENT_TYPES } from '#core/exports/file-types.ts';

const CONNECT_MS = 3_000;
/** Without an answer, or without any byte of one. */
const SILENCE_MS = 15_000;
/** What a file may take on its way, beside the time for its bytes. */
const FILE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 100;
/** Where a server other than the vendor's is asked and none is named: most have but one. */
const USUAL_REGION = 'us-east-1';

/** Result files in an S3-compatible bucket, by export: `<prefix><guid>/<name>`. */
export interface Bucket {
  /** Puts a file there once; one that is there already stays. @throws CommentdockError DISK */
  put(guid: string, file: JobFile, content: Readable): Promise<void>;
  /** Null where it is not there. @throws CommentdockError DISK */
  open(guid: string, file: JobFile): Promise<Readable | null>;
  /** Removes what else is there of an export. @throws CommentdockError DISK */
  keepOnly(guid: string, files: readonly JobFile[]): Promise<void>;
  close(): void;
}

/** @param setting as `bucketAddressIn` reads it. @throws CommentdockError INVALID_REQUEST for what is none */
export function openBucket(setting: string): Bucket {
  const address = bucketAddressIn(setting);
  if (address === null) throw new CommentdockError('INVALID_REQUEST', `"${setting}" names no bucket.`);
  const { bucket: Bucket, prefix } = address;
  const client = clientOf(address);
  const keyOf = (guid: string, { name }: JobFile): string => `${prefix}${guid}/${name}`;
  const asking = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => Promise.reject(troubleOf(error, address)));
  const isThere = async (Key: string, { sha256 }: JobFile): Promise<boolean> => {
    // A refusal has no words here: what comes next has them.
    const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(() => null);
    return found?.Metadata?.['sha256'] === sha256 && sha256 !== undefined;
  };
  const upload = async (Key: string, file: JobFile, Body: Readable): Promise<void> => {
    if (await isThere(Key, file)) return;
    const Metadata = file.sha256 === undefined ? {} : { sha256: file.sha256 };
    await new Upload({ client, params: { Bucket, Key, Body, Metadata, ContentType: CONTENT_TYPES[file.format] } }).done();
  };
  const clear = async (guid: string, kept: ReadonlySet<string>): Promise<void> => {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${guid}/` })) {
      const gone = Contents.flatMap(({ Key }) => (Key === undefined || kept.has(Key) ? [] : [Key]));
      await Promise.all(gone.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
    }
  };
  return {
    put: (guid, file, content) => asking(upload(keyOf(guid, file), file, content)).finally(() => content.destroy()),
    open: (guid, file) =>
      asking(
        client.send(new GetObjectCommand({ Bucket, Key: keyOf(guid, file) })).then((found) => {
          const patience = AbortSignal.timeout(FILE_MS + Math.ceil(file.bytes / SLOWEST_BYTES_PER_MS));
          return addAbortSignal(patience, found.Body as Readable);
        }, orNull),
      ),
    keepOnly: (guid, files) => asking(clear(guid, new Set(files.map((file) => keyOf(guid, file))))),
    close: () => client.destroy(),
  };
}

function clientOf({ endpoint, region }: BucketAddress): S3Client {
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: region ?? USUAL_REGION }),
    ...(region === null ? {} : { region }),
    // Servers other than the vendor's know no checksums behind a body; the signature has the hash of each part.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS, throwOnRequestTimeout: true },
    maxAttempts: 2,
  });
}

/** What is not there is no trouble; a bucket that is not there is one. */
function orNull(error: unknown): null {
  if (error instanceof Error && error.name === 'NoSuchKey') return null;
  throw error;
}

function troubleOf(error: unknown, { bucket, endpoint }: BucketAddress): CommentdockError {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const where = endpoint === null ? bucket : `${bucket} at ${endpoint}`;
  return new CommentdockError('DISK', `The bucket ${where} does not do what it is asked for (${words}).`, { cause: error });
}
