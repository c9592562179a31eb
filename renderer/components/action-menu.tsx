import { Menu, MenuItem, Popover } from 'react-aria-components';

interface ActionMenuParts<Id extends string> {
  readonly items: readonly { readonly id: Id; readonly name: string }[];
  readonly onAction: (id: Id) => void;
}

/** What opens below the button of a `MenuTrigger`: things to do, by their names. */
export function ActionMenu<Id extends string>({ items, onAction }: ActionMenuParts<Id>) {
  return (
    <Popover className="popover" placement="bottom end">
      <Menu className="menu" items={items} onAction={(id) => onAction(id as Id)}>
        {({ id, name }) => (
          <MenuItem id={id} className="menu-item">
            {name}
          </MenuItem>
        )}
      </Menu>
    </Popover>
  );
}
