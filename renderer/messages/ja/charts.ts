import type { charts as english } from '#renderer/messages/en/charts.ts';

export const charts: Readonly<Record<keyof typeof english, string>> = {
  'charts.table': '表で表示',
  'charts.bars': '棒グラフで表示',
  'charts.svg': 'SVG で保存',
  'charts.png': 'PNG で保存',
  'charts.more': '{name}：表と画像',
  'charts.name': '名前',
  'charts.count': '件数',
  'charts.report': 'レポート',
  'charts.reportWords': 'これらの数値とグラフを、好きなタイトルで一つのページにします。ネットワークなしで開け、そのまま印刷できます。',
  'charts.reportTitle': 'タイトル',
  'charts.save': 'レポートを保存',
  'charts.made': 'Commentdock で作成、{time}',
};
