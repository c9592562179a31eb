import type { charts as english } from '#renderer/messages/en/charts.ts';

export const charts: Readonly<Record<keyof typeof english, string>> = {
  'charts.table': 'Als Tabelle zeigen',
  'charts.bars': 'Als Balken zeigen',
  'charts.svg': 'Als SVG speichern',
  'charts.png': 'Als PNG speichern',
  'charts.more': '{name}: Tabelle und Bilder',
  'charts.name': 'Name',
  'charts.count': 'Anzahl',
  'charts.report': 'Bericht',
  'charts.reportWords':
    'Eine Seite mit diesen Zahlen und Diagrammen, unter einem eigenen Titel. Sie öffnet sich ohne Netz und lässt sich drucken, wie sie ist.',
  'charts.reportTitle': 'Titel',
  'charts.save': 'Bericht speichern',
  'charts.made': 'Erstellt mit Commentdock, {time}',
};
