import { ARTICLE, naverSimulator, PAPER, PLACE } from '#core/platforms/naver/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://n.news.naver.com/mnews/article/${PAPER}/${ARTICLE}`, world: () => naverSimulator({ mostPerPage: 10 }) },
  { url: 'https://comic.naver.com/webtoon/detail?titleId=20853&no=1234', world: () => naverSimulator({ comments: 6 }) },
  { url: 'https://blog.naver.com/some_blog/223000000001', world: () => naverSimulator({ comments: 6 }) },
  { url: `https://map.naver.com/p/entry/place/${PLACE}`, world: () => naverSimulator({}) },
  { url: 'https://naver.me/xPlace', world: () => naverSimulator({ reviews: 8 }) },
] satisfies readonly OwnExport[];
