import { ANSWER, PERSON, QUESTION, zhihuSimulator } from '#core/platforms/zhihu/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.zhihu.com/question/${QUESTION}`, world: () => zhihuSimulator({}) },
  { url: `https://www.zhihu.com/question/${QUESTION}/answer/${ANSWER}`, world: () => zhihuSimulator({}) },
  { url: `https://www.zhihu.com/answer/${ANSWER}`, world: () => zhihuSimulator({ lists: 'older' }) },
  { url: 'https://zhuanlan.zhihu.com/p/456770961', world: () => zhihuSimulator({ comments: 6 }) },
  { url: `https://www.zhihu.com/people/${PERSON}`, world: () => zhihuSimulator({ answers: 12 }) },
  { url: `https://www.zhihu.com/people/${PERSON}`, selector: 'followers', world: () => zhihuSimulator({ answers: 12 }) },
  { url: `https://www.zhihu.com/people/${PERSON}`, selector: 'following', world: () => zhihuSimulator({ answers: 12 }) },
] satisfies readonly OwnExport[];
