import { FileText } from 'lucide-react';
import { Button, FileTrigger, Label, TextArea, TextField } from 'react-aria-components';
import { DropZone } from '#renderer/components/drop-zone.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const MIN_LINES = 3;
const MAX_LINES = 8;

interface AddressFieldParts {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** One large field for addresses: typed, pasted, dropped as text, links or files. */
export function AddressField({ value, onChange }: AddressFieldParts) {
  const { text } = useWords();
  const add = (more: string): void => onChange(value.trim() === '' ? more.trim() : `${value.trim()}\n${more.trim()}`);
  const addFiles = async (files: readonly File[]): Promise<void> => {
    const texts = await Promise.all(files.map((file) => file.text()));
    add(texts.join('\n'));
  };
  return (
    <DropZone
      className="address-field"
      onDrop={(dropped) => {
        const files = [...dropped.files];
        if (files.length > 0) void addFiles(files);
        else add(dropped.getData('text/uri-list') || dropped.getData('text/plain'));
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
          <div className="address-field-end">
            <span className="quiet">{isOver ? text('home.drop') : text('home.hint')}</span>
            <FileTrigger
              acceptedFileTypes={['.txt', '.csv', '.tsv', 'text/plain', 'text/csv']}
              allowsMultiple
              onSelect={(list) => void addFiles([...(list ?? [])])}
            >
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
