import type { time as english } from '#renderer/messages/en/time.ts';

export const time: Readonly<Record<keyof typeof english, string>> = {
  'time.slider': 'Passage',
  'time.none': 'Il n’y a qu’un passage pour l’instant. Le prochain montrera ici ce qui change.',
  'time.at': '{time} : {rows} lignes. Nouvelles {added}, modifiées {edited}, disparues {gone}.',
  'time.changed': 'Seulement ce qui a changé',
  'time.changedWords': 'Lignes que ce passage a trouvées nouvelles, modifiées ou disparues',
  'time.nothing': 'Rien n’a changé lors de ce passage.',
  'time.rows': 'Lignes de ce passage',
  'time.count': 'Lignes',
  'time.sentiment': 'Tonalité',
  'time.rating': 'Note',
  'time.curve': '{name} sur {runs} passages : {first} au début, {last} à la fin',
  'time.table': 'Tous les passages en tableau',
  'time.run': 'Passage',
  'time.more': 'Autres lignes',
  'time.ratingWas': 'Note : {before} → {after}',
};
