import type { search as english } from '#renderer/messages/en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.lead': 'Un solo campo sobre los textos de todas las exportaciones terminadas.',
  'search.field': 'Palabras en todas las exportaciones',
  'search.hint': 'Tienen que estar todas las palabras. "una frase", comienzo*, NOT palabra, esto OR aquello, author:ann.',
  'search.found': 'Encontrado en {count} exportaciones, de {searched} examinadas.',
  'search.foundMore': 'Encontrado en más de {count} exportaciones, de {searched} examinadas.',
  'search.none': 'No se encontró nada en {searched} exportaciones.',
  'search.pending': 'Todavía se leen las palabras de {count} exportaciones. Lo que se encuentre en ellas aparece solo.',
  'search.results': 'Exportaciones con estas palabras',
  'search.total': '{count} de {items} filas',
  'search.all': 'Mostrar las {count}',
  'search.nobody': 'Nadie',
  'search.more': 'Más exportaciones',
};
