import { Checkbox } from 'react-aria-components';
import { Box } from '#renderer/components/box.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

interface SelectAllParts {
  readonly guids: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** Selects all that the filter shows, or none. */
export function SelectAll({ guids, selected, onChange }: SelectAllParts) {
  const { text } = useWords();
  const chosen = guids.filter((guid) => selected.has(guid));
  const isAll = chosen.length === guids.length;
  return (
    <Checkbox
      className="checkbox select-all"
      isSelected={isAll}
      isIndeterminate={chosen.length > 0 && !isAll}
      onChange={() => onChange(isAll ? new Set() : new Set(guids))}
    >
      <Box isSelected={isAll} isIndeterminate={chosen.length > 0 && !isAll} />
      {text('exports.selectAll')}
    </Checkbox>
  );
}
