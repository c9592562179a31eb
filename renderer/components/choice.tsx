import { ChevronDown, type LucideIcon } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';

interface ChoiceParts<T extends string> {
  readonly label: string;
  /** Hidden where the place says enough; screen readers hear it all the same. */
  readonly isLabelHidden?: true;
  /** Shown instead of label and value, where both are known well. */
  readonly icon?: LucideIcon;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly name: string }[];
  readonly onChange: (chosen: T) => void;
}

/** One of a few. */
export function Choice<T extends string>({ label, isLabelHidden, icon: Icon, value, options, onChange }: ChoiceParts<T>) {
  return (
    <Select
      className="choice"
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className={isLabelHidden === true || Icon !== undefined ? 'unseen' : 'label'}>{label}</Label>
      <Button className={Icon === undefined ? 'control choice-button' : 'icon-button'}>
        {Icon !== undefined && <Icon size={16} aria-hidden />}
        <SelectValue className={Icon === undefined ? 'clipped' : 'unseen'} />
        {Icon === undefined && <ChevronDown size={14} aria-hidden />}
      </Button>
      <Popover className="popover">
        <ListBox className="menu" items={options}>
          {({ id, name }) => (
            <ListBoxItem id={id} className="menu-item">
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
