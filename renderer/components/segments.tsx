import { Label, Radio, RadioGroup, Text } from 'react-aria-components';

interface SegmentsParts<T extends string> {
  readonly label: string;
  readonly words?: string;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly name: string }[];
  readonly onChange: (chosen: T) => void;
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({ label, words, value, options, onChange }: SegmentsParts<T>) {
  return (
    <RadioGroup
      className="segments"
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className="label">{label}</Label>
      <div className="segment-row">
        {options.map(({ id, name }) => (
          <Radio key={id} value={id} className="segment">
            {name}
          </Radio>
        ))}
      </div>
      {words !== undefined && (
        <Text slot="description" className="meaning">
          {words}
        </Text>
      )}
    </RadioGroup>
  );
}
