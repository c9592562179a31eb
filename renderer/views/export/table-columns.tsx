import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { Button, Checkbox, DialogTrigger, Popover } from 'react-aria-components';
import { Box } from '#renderer/components/box.tsx';
import { Choice } from '#renderer/components/choice.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { TableColumn } from '#renderer/views/export/columns.ts';
import {
  changeLayout,
  MOST_FROZEN,
  moved,
  orderedColumns,
  type TableLayout,
  USUAL,
  useTableLayout,
  widened,
  WIDTHS,
} from '#renderer/views/export/table-layout.ts';

const FROZEN = Array.from({ length: MOST_FROZEN + 1 }, (_, count) => String(count));

/** Which columns the table has, in which order, how wide, and which of them stay; kept by the browser. */
export function TableColumns() {
  const { text } = useWords();
  const layout = useTableLayout();
  return (
    <DialogTrigger>
      <Button className="button">
        <Columns3 size={14} aria-hidden />
        {text('table.columns')}
      </Button>
      <Popover className="popover" placement="bottom end" aria-label={text('table.columns')}>
        <div className="filter-fields">
          <ul className="column-list">
            {orderedColumns(layout).map((column) => (
              <ColumnLine key={column.name} column={column} layout={layout} />
            ))}
          </ul>
          <Choice
            label={text('table.frozen')}
            value={String(layout.frozen)}
            options={FROZEN.map((id) => ({ id, name: id === '0' ? text('table.frozen.none') : id }))}
            onChange={(count) => changeLayout((before) => ({ ...before, frozen: Number(count) }))}
          />
          <Toggle
            label={text('table.tall')}
            words={text('table.tallWords')}
            isOn={layout.isTall}
            onChange={(isTall) => changeLayout((before) => ({ ...before, isTall }))}
          />
          <Button className="button" onPress={() => changeLayout(() => USUAL)}>
            {text('table.usual')}
          </Button>
        </div>
      </Popover>
    </DialogTrigger>
  );
}

function ColumnLine({ column: { name }, layout }: { readonly column: TableColumn; readonly layout: TableLayout }) {
  const { text } = useWords();
  const isShown = !layout.hidden.includes(name);
  const title = text(name);
  return (
    <li>
      <Checkbox
        className="checkbox"
        isSelected={isShown}
        onChange={(isOn) =>
          changeLayout(({ hidden, ...before }) => ({
            ...before,
            hidden: isOn ? hidden.filter((other) => other !== name) : [...hidden, name],
          }))
        }
      >
        <Box isSelected={isShown} />
        {title}
      </Checkbox>
      <Button
        className="icon-button"
        aria-label={text('table.earlier', { name: title })}
        onPress={() => changeLayout((before) => moved(before, name, -1))}
      >
        <ArrowUp size={14} aria-hidden />
      </Button>
      <Button
        className="icon-button"
        aria-label={text('table.later', { name: title })}
        onPress={() => changeLayout((before) => moved(before, name, 1))}
      >
        <ArrowDown size={14} aria-hidden />
      </Button>
      <input
        key={layout.widths[name] ?? 0}
        className="control"
        type="number"
        aria-label={text('table.width', { name: title })}
        min={WIDTHS.least}
        max={WIDTHS.most}
        step={20}
        placeholder={text('table.width.usual')}
        defaultValue={layout.widths[name] ?? ''}
        onBlur={({ currentTarget: { value } }) => value !== '' && changeLayout((before) => widened(before, name, Number(value)))}
      />
    </li>
  );
}
