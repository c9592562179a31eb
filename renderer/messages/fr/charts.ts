import type { charts as english } from '#renderer/messages/en/charts.ts';

export const charts: Readonly<Record<keyof typeof english, string>> = {
  'charts.table': 'Afficher en tableau',
  'charts.bars': 'Afficher en barres',
  'charts.svg': 'Enregistrer en SVG',
  'charts.png': 'Enregistrer en PNG',
  'charts.more': '{name} : tableau et images',
  'charts.name': 'Nom',
  'charts.count': 'Nombre',
  'charts.report': 'Rapport',
  'charts.reportWords':
    'Une page avec ces chiffres et ces graphiques, sous le titre de votre choix. Elle s’ouvre sans réseau et s’imprime telle quelle.',
  'charts.reportTitle': 'Titre',
  'charts.save': 'Enregistrer le rapport',
  'charts.made': 'Fait avec Commentdock, {time}',
};
