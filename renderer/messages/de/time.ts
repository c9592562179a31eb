import type { time as english } from '#renderer/messages/en/time.ts';

export const time: Readonly<Record<keyof typeof english, string>> = {
  'time.slider': 'Lauf',
  'time.none': 'Bisher gibt es einen Lauf. Mit dem nächsten zeigt sich hier, was sich ändert.',
  'time.at': '{time}: {rows} Zeilen. Neu {added}, geändert {edited}, verschwunden {gone}.',
  'time.changed': 'Nur was sich änderte',
  'time.changedWords': 'Zeilen, die dieser Lauf neu, geändert oder verschwunden fand',
  'time.nothing': 'In diesem Lauf änderte sich nichts.',
  'time.rows': 'Zeilen dieses Laufs',
  'time.count': 'Zeilen',
  'time.sentiment': 'Stimmung',
  'time.rating': 'Bewertung',
  'time.curve': '{name} über {runs} Läufe: zuerst {first}, zuletzt {last}',
  'time.table': 'Alle Läufe als Tabelle',
  'time.run': 'Lauf',
  'time.more': 'Weitere Zeilen',
  'time.ratingWas': 'Bewertung: {before} → {after}',
};
