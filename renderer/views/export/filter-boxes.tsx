import { Checkbox } from 'react-aria-components';
import { Box } from '#renderer/components/box.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

interface BoxesParts<T extends string> {
  readonly options: readonly { readonly id: T; readonly name: string; readonly count: number }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

/** Any of a few, with how many rows each finds. */
export function Boxes<T extends string>({ options, chosen, onChange }: BoxesParts<T>) {
  const { number } = useWords();
  return options.map(({ id, name, count }) => (
    <Checkbox
      key={id}
      className="checkbox filter-box"
      isSelected={chosen.includes(id)}
      onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
    >
      <Box isSelected={chosen.includes(id)} />
      {name}
      <span className="quiet number">{number(count)}</span>
    </Checkbox>
  ));
}
