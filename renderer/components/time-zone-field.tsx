import { ChevronDown } from 'lucide-react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';

/** Of this machine. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface TimeZoneFieldParts {
  readonly label: string;
  /** IANA name. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** A time zone, found by typing a part of its name. */
export function TimeZoneField({ label, value, onChange }: TimeZoneFieldParts) {
  const zones = [...new Set(['UTC', OWN_ZONE, value, ...Intl.supportedValuesOf('timeZone')])].toSorted().map((id) => ({ id }));
  return (
    <ComboBox
      className="field"
      defaultItems={zones}
      value={value}
      onChange={(zone) => {
        if (zone !== null) onChange(String(zone));
      }}
    >
      <Label className="label">{label}</Label>
      <div className="combo">
        <Input className="control" spellCheck={false} />
        <Button className="icon-button">
          <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox<{ id: string }> className="menu">
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="menu-item">
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
