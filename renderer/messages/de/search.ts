import type { search as english } from '#renderer/messages/en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.lead': 'Ein Feld über die Texte aller Exporte, die zu Ende sind.',
  'search.field': 'Wörter in allen Exporten',
  'search.hint': 'Alle Wörter müssen vorkommen. "eine Wendung", anfang*, NOT wort, dies OR jenes, author:ann.',
  'search.found': 'Gefunden in {count} Exporten, von {searched} durchsuchten.',
  'search.foundMore': 'Gefunden in mehr als {count} Exporten, von {searched} durchsuchten.',
  'search.none': 'In {searched} Exporten nichts gefunden.',
  'search.pending': 'Die Wörter von {count} Exporten werden noch gelesen. Was darin gefunden wird, kommt von selbst.',
  'search.results': 'Exporte mit diesen Wörtern',
  'search.total': '{count} von {items} Zeilen',
  'search.all': 'Alle {count} zeigen',
  'search.nobody': 'Niemand',
  'search.more': 'Weitere Exporte',
};
