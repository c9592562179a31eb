import type { time as english } from '#renderer/messages/en/time.ts';

export const time: Readonly<Record<keyof typeof english, string>> = {
  'time.slider': 'Ejecución',
  'time.none': 'De momento hay una ejecución. Con la siguiente se verá aquí qué cambia.',
  'time.at': '{time}: {rows} filas. Nuevas {added}, editadas {edited}, desaparecidas {gone}.',
  'time.changed': 'Solo lo que cambió',
  'time.changedWords': 'Filas que esta ejecución encontró nuevas, editadas o desaparecidas',
  'time.nothing': 'Nada cambió en esta ejecución.',
  'time.rows': 'Filas de esta ejecución',
  'time.count': 'Filas',
  'time.sentiment': 'Sentimiento',
  'time.rating': 'Valoración',
  'time.curve': '{name} en {runs} ejecuciones: {first} al principio, {last} al final',
  'time.table': 'Todas las ejecuciones en una tabla',
  'time.run': 'Ejecución',
  'time.more': 'Más filas',
  'time.ratingWas': 'Valoración: {before} → {after}',
};
