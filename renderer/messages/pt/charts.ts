import type { charts as english } from '#renderer/messages/en/charts.ts';

export const charts: Readonly<Record<keyof typeof english, string>> = {
  'charts.table': 'Mostrar como tabela',
  'charts.bars': 'Mostrar como barras',
  'charts.svg': 'Salvar como SVG',
  'charts.png': 'Salvar como PNG',
  'charts.more': '{name}: tabela e imagens',
  'charts.name': 'Nome',
  'charts.count': 'Quantidade',
  'charts.report': 'Relatório',
  'charts.reportWords': 'Uma página com estes números e gráficos, com um título seu. Abre sem rede e imprime como está.',
  'charts.reportTitle': 'Título',
  'charts.save': 'Salvar o relatório',
  'charts.made': 'Feito com o Commentdock, {time}',
};
