/** Texts of charts as tables and pictures, and of reports. */
export const charts = {
  'charts.table': 'Show as a table',
  'charts.bars': 'Show as bars',
  'charts.svg': 'Save as SVG',
  'charts.png': 'Save as PNG',
  'charts.more': '{name}: table and pictures',
  'charts.name': 'Name',
  'charts.count': 'Count',
  'charts.report': 'Report',
  'charts.reportWords':
    'A page with these figures and charts, under a title of your own. It opens without a network, and prints as it stands.',
  'charts.reportTitle': 'Title',
  'charts.save': 'Save the report',
  'charts.made': 'Made by Commentdock, {time}',
};
