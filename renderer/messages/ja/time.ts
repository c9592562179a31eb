import type { time as english } from '#renderer/messages/en/time.ts';

export const time: Readonly<Record<keyof typeof english, string>> = {
  'time.slider': '実行',
  'time.none': 'まだ 1 回しか実行されていません。次の実行から、変わった点がここに表示されます。',
  'time.at': '{time}:{rows} 行。新規 {added}、編集 {edited}、消失 {gone}。',
  'time.changed': '変わったものだけ',
  'time.changedWords': 'この実行で新しく現れた行、編集された行、消えた行',
  'time.nothing': 'この実行では何も変わりませんでした。',
  'time.rows': 'この実行の行',
  'time.count': '行数',
  'time.sentiment': '感情',
  'time.rating': '評価',
  'time.curve': '{runs} 回の実行における{name}:最初 {first}、最後 {last}',
  'time.table': 'すべての実行を表で見る',
  'time.run': '実行',
  'time.more': 'さらに行を表示',
  'time.ratingWas': '評価:{before} → {after}',
};
