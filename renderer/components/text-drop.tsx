import { FileText } from 'lucide-react';
import { Button, FieldError, FileTrigger, Label, Text, TextArea, TextField } from 'react-aria-components';
import { DropZone } from '#renderer/components/drop-zone.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const LINES = 6;

interface TextDropParts {
  readonly label: string;
  readonly words: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A field for a longer text: typed, pasted, or a file that is dropped on it or chosen. */
export function TextDrop({ label, words, value, error, onChange }: TextDropParts) {
  const { text } = useWords();
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onChange(await file.text());
  };
  return (
    <DropZone className="text-drop" onDrop={({ files }) => void take(files[0])}>
      {() => (
        <>
          <TextField className="field" value={value} onChange={onChange} isInvalid={error !== undefined} validationBehavior="aria">
            <Label className="label">{label}</Label>
            <TextArea className="control" rows={LINES} spellCheck={false} autoComplete="off" autoCapitalize="off" />
            <Text slot="description" className="meaning">
              {words}
            </Text>
            <FieldError className="meaning bad">{error}</FieldError>
          </TextField>
          <FileTrigger onSelect={(list) => void take(list?.[0])}>
            <Button className="button">
              <FileText size={14} aria-hidden />
              {text('home.choose')}
            </Button>
          </FileTrigger>
        </>
      )}
    </DropZone>
  );
}
