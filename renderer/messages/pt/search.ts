import type { search as english } from '#renderer/messages/en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.lead': 'Um só campo para os textos de todas as exportações terminadas.',
  'search.field': 'Palavras em todas as exportações',
  'search.hint': 'Todas as palavras têm de estar presentes. "uma frase", início*, NOT palavra, isto OR aquilo, author:ann.',
  'search.found': 'Encontrado em {count} exportações, de {searched} pesquisadas.',
  'search.foundMore': 'Encontrado em mais de {count} exportações, de {searched} pesquisadas.',
  'search.none': 'Nada encontrado em {searched} exportações.',
  'search.pending': 'As palavras de {count} exportações ainda estão a ser lidas. O que nelas se encontrar aparece por si.',
  'search.results': 'Exportações com estas palavras',
  'search.total': '{count} de {items} linhas',
  'search.all': 'Mostrar as {count}',
  'search.nobody': 'Ninguém',
  'search.more': 'Mais exportações',
};
