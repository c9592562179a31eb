import type { search as english } from '#renderer/messages/en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.lead': 'Un seul champ pour les textes de toutes les exportations terminées.',
  'search.field': 'Mots dans toutes les exportations',
  'search.hint': 'Tous les mots doivent être présents. "une expression", début*, NOT mot, ceci OR cela, author:ann.',
  'search.found': 'Trouvé dans {count} exportations, sur {searched} parcourues.',
  'search.foundMore': 'Trouvé dans plus de {count} exportations, sur {searched} parcourues.',
  'search.none': 'Rien trouvé dans {searched} exportations.',
  'search.pending': 'Les mots de {count} exportations sont encore en cours de lecture. Ce qui y est trouvé s’affiche tout seul.',
  'search.results': 'Exportations contenant ces mots',
  'search.total': '{count} lignes sur {items}',
  'search.all': 'Afficher les {count}',
  'search.nobody': 'Personne',
  'search.more': 'Autres exportations',
};
