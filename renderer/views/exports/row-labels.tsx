import { Folder } from 'lucide-react';
import type { Job } from '#renderer/client/queries.ts';
import { useLateWords } from '#renderer/messages/late.ts';

/** Folder and tags of an export, each of which leads to all that have it. */
export function RowLabels({ job: { folder, tags = [] } }: { readonly job: Pick<Job, 'folder' | 'tags'> }) {
  const { late } = useLateWords('notes');
  if (folder === undefined && tags.length === 0) return null;
  return (
    <span className="row-labels">
      {folder !== undefined && (
        <a className="chip" href={linkTo('folder', folder)} aria-label={late('list.inFolder', { name: folder })}>
          <Folder size={12} aria-hidden /> {folder}
        </a>
      )}
      {tags.map((tag) => (
        <a key={tag} className="chip" href={linkTo('tag', tag)} aria-label={late('list.withTag', { name: tag })}>
          {tag}
        </a>
      ))}
    </span>
  );
}

function linkTo(field: 'folder' | 'tag', value: string): string {
  return `#/exports?${new URLSearchParams({ [field]: value }).toString()}`;
}
