import { Ellipsis } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { ActionMenu } from '#renderer/components/action-menu.tsx';
import { saveBlob } from '#renderer/components/save-file.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { drawFigure } from '#renderer/views/export/overview/chart-drawing.ts';
import { asPng } from '#renderer/views/export/overview/chart-picture.ts';
import type { Figure } from '#renderer/views/export/overview/figure.ts';

type Way = 'table' | 'svg' | 'png';

interface ChartMoreParts {
  readonly figure: Figure;
  readonly isTable: boolean;
  readonly onTable: () => void;
}

/** What one does with a chart besides reading it: see it as a table, and save it as a picture. */
export function ChartMore({ figure, isTable, onTable }: ChartMoreParts) {
  const { late } = useLateWords('charts');
  const ways: readonly { readonly id: Way; readonly name: string }[] = [
    { id: 'table', name: late(isTable ? 'charts.bars' : 'charts.table') },
    { id: 'svg', name: late('charts.svg') },
    { id: 'png', name: late('charts.png') },
  ];
  const does: Readonly<Record<Way, () => unknown>> = {
    table: onTable,
    svg: () => saveBlob(new Blob([drawFigure(figure)], { type: 'image/svg+xml' }), `${figure.title}.svg`),
    png: async () => saveBlob(await asPng(drawFigure(figure)), `${figure.title}.png`),
  };
  return (
    <MenuTrigger>
      <Button className="icon-button no-print" aria-label={late('charts.more', { name: figure.title })}>
        <Ellipsis size={16} aria-hidden />
      </Button>
      <ActionMenu items={ways} onAction={(id) => void does[id]()} />
    </MenuTrigger>
  );
}
