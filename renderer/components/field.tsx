import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';

interface FieldParts {
  readonly label: string;
  /** What it means; nothing where the label says it. */
  readonly words?: string | undefined;
  readonly type?: 'text' | 'number' | 'date' | 'time' | 'url' | 'password';
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** What is wrong with it. */
  readonly error?: string | undefined;
  /** Of a number; 1 where nothing is said. */
  readonly min?: number;
  readonly isRequired?: true;
  readonly hasFocus?: true;
  readonly onChange: (value: string) => void;
}

/** A line to type into, with its label above and its meaning below. */
export function Field({ label, words, type = 'text', value, placeholder, error, min = 1, isRequired, hasFocus, onChange }: FieldParts) {
  return (
    <TextField
      className="field"
      type={type}
      value={value}
      onChange={onChange}
      isRequired={isRequired === true}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      autoFocus={hasFocus === true}
    >
      <Label className="label">{label}</Label>
      <Input
        className="control"
        spellCheck={false}
        autoComplete="off"
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(type === 'number' ? { min, step: 1, inputMode: 'numeric' as const } : {})}
      />
      {words !== undefined && words !== '' && (
        <Text slot="description" className="meaning">
          {words}
        </Text>
      )}
      <FieldError className="meaning bad">{error}</FieldError>
    </TextField>
  );
}
