import type { ReactNode } from 'react';
import { type FoundRow, type Job, useJob } from '#renderer/client/queries.ts';
import { Initials } from '#renderer/components/initials.tsx';
import { usePicture } from '#renderer/components/picture.tsx';
import { useLateWords } from '#renderer/messages/late.ts';

/** Further ones are behind the link to the original. */
const MOST_PICTURES = 12;

interface RowPictureParts {
  readonly guid: string;
  readonly row: FoundRow;
}

/** The picture of who wrote a row, else the letters that the name begins with; nothing where nobody is named. */
export function AuthorPicture({ guid, row: { row, item } }: RowPictureParts) {
  const { data: job } = useJob(guid);
  const { name, username, avatarUrl } = item.author;
  const called = name ?? username;
  const letters = called === null ? null : <Initials name={called} seed={called} />;
  if (job === undefined || avatarUrl === null) return letters;
  return (
    <Shown job={job} wish={{ guid, row }} alt="">
      {letters}
    </Shown>
  );
}

/** The pictures of a row, each a link to where it is; as words where they are not here. */
export function RowPictures({ guid, row: { row, item } }: RowPictureParts) {
  const words = useLateWords('notes');
  const { data: job } = useJob(guid);
  const pictures = item.media.filter(({ type }) => type === 'image').slice(0, MOST_PICTURES);
  if (pictures.length === 0 || job === undefined) return null;
  return (
    <ul className="row-pictures">
      {pictures.map(({ url }, at) => {
        const name = words.late('row.picture', { number: at + 1 });
        return (
          <li key={`${at} ${url}`}>
            <a href={url} target="_blank" rel="noreferrer">
              <Shown job={job} wish={{ guid, row, picture: at + 1 }} alt={name}>
                {name}
              </Shown>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface ShownParts {
  readonly job: Job;
  readonly wish: NonNullable<Parameters<typeof usePicture>[1]>;
  /** Empty: what stands beside it says it all. */
  readonly alt: string;
  readonly children: ReactNode;
}

function Shown({ job, wish, alt, children }: ShownParts) {
  const data = usePicture(job, wish);
  return data === null ? children : <img className={alt === '' ? 'round-picture' : 'row-picture'} src={data} alt={alt} />;
}
