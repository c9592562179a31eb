import type { search as english } from '#renderer/messages/en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.lead': '終了したすべてのエクスポートの本文を、ひとつの欄で検索します。',
  'search.field': 'すべてのエクスポート内の語',
  'search.hint': 'すべての語を含むもの。"フレーズ"、前方一致*、NOT 語、これ OR あれ、author:ann。',
  'search.found': '検索した {searched} 件のうち {count} 件のエクスポートで見つかりました。',
  'search.foundMore': '検索した {searched} 件のうち {count} 件を超えるエクスポートで見つかりました。',
  'search.none': '{searched} 件のエクスポートでは何も見つかりませんでした。',
  'search.pending': '{count} 件のエクスポートの語をまだ読み込んでいます。見つかったものは自動的に表示されます。',
  'search.results': 'これらの語を含むエクスポート',
  'search.total': '{items} 行中 {count} 行',
  'search.all': '{count} 行すべてを表示',
  'search.nobody': '作者なし',
  'search.more': 'さらにエクスポートを表示',
};
