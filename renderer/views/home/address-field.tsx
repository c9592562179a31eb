import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button, FileTrigger, Label, TextArea, TextField } from 'react-aria-components';
import { DropZone } from '#renderer/components/drop-zone.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { addressesIn, MAX_ADDRESSES } from '#renderer/views/home/addresses.ts';
import { textOf } from '#renderer/views/home/file-text.ts';

const MIN_LINES = 3;
const MAX_LINES = 8;
const MOST_OF_TEXT = 2_000;
const FILE_TYPES = ['.txt', '.csv', '.tsv', '.xlsx', 'text/plain', 'text/csv'];

interface AddressFieldParts {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Puts more below what is there. */
  readonly onAdd: (more: string) => void;
}

/** One large field for addresses: typed, pasted, dropped as text, links or files. */
export function AddressField({ value, onChange, onAdd }: AddressFieldParts) {
  const { text } = useWords();
  const [unread, setUnread] = useState<readonly string[]>([]);
  const addFiles = async (files: readonly File[]): Promise<void> => {
    const texts = await Promise.allSettled(files.map(textOf));
    setUnread(files.flatMap(({ name }, at) => (texts[at]?.status === 'rejected' ? [name] : [])));
    const read = texts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (read.length > 0) onAdd(read.map(addressesOrText).join('\n'));
  };
  return (
    <DropZone
      className="address-field"
      onDrop={(dropped) => {
        const files = [...dropped.files];
        if (files.length > 0) void addFiles(files);
        else onAdd(dropped.getData('text/uri-list') || dropped.getData('text/plain'));
      }}
    >
      {(isOver) => (
        <>
          <TextField value={value} onChange={onChange} autoFocus>
            <Label className="unseen">{text('home.field')}</Label>
            <TextArea
              placeholder={text('home.placeholder')}
              rows={Math.min(MAX_LINES, Math.max(MIN_LINES, value.split('\n').length))}
              spellCheck={false}
              autoCapitalize="off"
            />
          </TextField>
          <p className="address-field-problem bad" role="alert">
            {unread.map((name) => text('home.unreadable', { name })).join(' ')}
          </p>
          <div className="address-field-end">
            <span className="quiet">{isOver ? text('home.drop') : text('home.hint')}</span>
            <FileTrigger acceptedFileTypes={FILE_TYPES} allowsMultiple onSelect={(list) => void addFiles([...(list ?? [])])}>
              <Button className="button">
                <FileText size={14} aria-hidden />
                {text('home.choose')}
              </Button>
            </FileTrigger>
          </div>
        </>
      )}
    </DropZone>
  );
}

/** What of a file goes into the field: its addresses, or of one without any the beginning, so that one sees what it was. */
function addressesOrText(text: string): string {
  const found = [...addressesIn(text)].slice(0, MAX_ADDRESSES + 1);
  if (found.length === 0) return text.slice(0, MOST_OF_TEXT);
  return found.flatMap(([url, times]) => Array.from({ length: Math.min(times, MAX_ADDRESSES) }, () => url)).join('\n');
}
