import type { charts as english } from '#renderer/messages/en/charts.ts';

export const charts: Readonly<Record<keyof typeof english, string>> = {
  'charts.table': 'Mostrar como tabla',
  'charts.bars': 'Mostrar como barras',
  'charts.svg': 'Guardar como SVG',
  'charts.png': 'Guardar como PNG',
  'charts.more': '{name}: tabla e imágenes',
  'charts.name': 'Nombre',
  'charts.count': 'Cantidad',
  'charts.report': 'Informe',
  'charts.reportWords': 'Una página con estas cifras y gráficos, con un título propio. Se abre sin red y se imprime tal cual.',
  'charts.reportTitle': 'Título',
  'charts.save': 'Guardar el informe',
  'charts.made': 'Hecho con Commentdock, {time}',
};
