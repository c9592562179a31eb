import type { time as english } from '#renderer/messages/en/time.ts';

export const time: Readonly<Record<keyof typeof english, string>> = {
  'time.slider': 'Execução',
  'time.none': 'Até agora há uma execução. Com a próxima, vê-se aqui o que muda.',
  'time.at': '{time}: {rows} linhas. Novas {added}, editadas {edited}, desaparecidas {gone}.',
  'time.changed': 'Só o que mudou',
  'time.changedWords': 'Linhas que esta execução encontrou novas, editadas ou desaparecidas',
  'time.nothing': 'Nada mudou nesta execução.',
  'time.rows': 'Linhas desta execução',
  'time.count': 'Linhas',
  'time.sentiment': 'Sentimento',
  'time.rating': 'Avaliação',
  'time.curve': '{name} em {runs} execuções: {first} no início, {last} no fim',
  'time.table': 'Todas as execuções em tabela',
  'time.run': 'Execução',
  'time.more': 'Mais linhas',
  'time.ratingWas': 'Avaliação: {before} → {after}',
};
