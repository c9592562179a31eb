/**
 * Measures the built-in sentiment analyzer on the labelled comments, per language, beside two packages on English, and its speed.
 *
 *   npm run bench:sentiment [-- --part development|fresh] [--errors]
 *   npm run bench:sentiment -- --texts <file> --labels <file>
 *
 * The second is for English texts of strangers, which are no part of the project: one on each line, and its label (0: negative, 1: neutral, 2: positive).
 * `--errors` lists what went wrong, of the development half only: nobody is to tune on the others.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Comparison from 'sentiment';
import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { openBuiltInAnalyzer } from '#core/analysis/sentiment/analyzer.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import { type LabelledComment, type Part, PARTS, readLabelled } from '#test/analysis/sentiment/labelled-set.ts';
import { type Figures, figuresOf } from '#test/bench/sentiment-figures.ts';

/** What the project asks of the analyzer. */
const LEAD_IN_ENGLISH = 0.08;
const LEAD_ON_STRANGERS = 0.05;
const BAR_ELSEWHERE = 0.6;
/** The threshold of its compound score that vader's authors name. */
const VADER_THRESHOLD = 0.05;
const SPEED_ROUNDS = 20;

type Classifier = (text: string) => Sentiment;

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'held-out' },
    errors: { type: 'boolean', default: false },
    texts: { type: 'string' },
    labels: { type: 'string' },
  },
});
const part = PARTS.find((known) => known === values.part);
if (part === undefined) throw new Error(`There is no part "${values.part}". Known: ${PARTS.join(', ')}.`);

const analyzer = openBuiltInAnalyzer();
const strangers = values.texts === undefined ? null : readStrangers(values.texts, values.labels ?? '');
const sets =
  strangers === null
    ? new Map(analyzer.languages.map((language) => [language, readLabelled(language).filter((each) => each.part === part)]))
    : new Map([['en', strangers]]);
const english = sets.get('en') ?? [];
const vader = measure(english, byVader);
const comparison = measure(english, bySentiment());
const rows = [...sets].map(([language, comments]) => ({ language, figures: measure(comments, byAnalyzer(language)) }));
const overall = figuresOf(
  [...sets].flatMap(([language, comments]) =>
    comments.map(({ text, sentiment }) => ({ expected: sentiment, found: byAnalyzer(language)(text) })),
  ),
);
printTable(part);
if (values.errors) printErrors();

function printTable(of: Part): void {
  const bar = Math.max(vader.macroF1, comparison.macroF1) + (strangers === null ? LEAD_IN_ENGLISH : LEAD_ON_STRANGERS);
  const lines = rows.map(({ language, figures }) => {
    const needed = language === 'en' ? bar : BAR_ELSEWHERE;
    return line(`built in, ${language}`, figures, `>= ${needed.toFixed(3)}`, figures.macroF1 >= needed ? 'holds' : 'SHORT');
  });
  console.log(
    strangers === null ? `Comments of the part "${of}": ${english.length} per language.\n` : `${english.length} texts of strangers.\n`,
  );
  console.log('| analyzer | accuracy | macro-F1 | bar | |\n| --- | --- | --- | --- | --- |');
  console.log(lines.join('\n'));
  console.log(line('built in, all languages', overall, '', ''));
  console.log(line('vader-sentiment, en', vader, '', ''));
  console.log(line('sentiment, en', comparison, '', ''));
  console.log(`\n${commentsPerSecond().toLocaleString('en')} comments per second, all languages mixed, one thread.`);
}

function line(name: string, { accuracy, macroF1 }: Figures, bar: string, verdict: string): string {
  return `| ${name} | ${accuracy.toFixed(3)} | ${macroF1.toFixed(3)} | ${bar} | ${verdict} |`;
}

function measure(comments: readonly LabelledComment[], classify: Classifier): Figures {
  return figuresOf(comments.map(({ text, sentiment }) => ({ expected: sentiment, found: classify(text) })));
}

function byAnalyzer(language: string): Classifier {
  return (text) => analyzer.classify(text, language).sentiment;
}

function byVader(text: string): Sentiment {
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(text);
  if (compound >= VADER_THRESHOLD) return 'positive';
  return compound <= -VADER_THRESHOLD ? 'negative' : 'neutral';
}

function bySentiment(): Classifier {
  const sentiment = new Comparison();
  return (text) => {
    const { score } = sentiment.analyze(text);
    if (score === 0) return 'neutral';
    return score > 0 ? 'positive' : 'negative';
  };
}

function commentsPerSecond(): number {
  const all = [...sets].flatMap(([language, comments]) => comments.map(({ text }) => ({ language, text })));
  const started = performance.now();
  for (let round = 0; round < SPEED_ROUNDS; round += 1) for (const { language, text } of all) analyzer.classify(text, language);
  return Math.round((all.length * SPEED_ROUNDS * 1000) / (performance.now() - started));
}

function readStrangers(texts: string, labels: string): LabelledComment[] {
  const [lines, given] = [texts, labels].map((path) => readFileSync(path, 'utf8').split('\n'));
  return (given ?? []).flatMap((label, at) =>
    label === ''
      ? []
      : [
          {
            part: 'held-out',
            text: (lines?.[at] ?? '').trim(),
            sentiment: (['negative', 'neutral', 'positive'] as const)[Number(label)] ?? 'neutral',
          },
        ],
  );
}

function printErrors(): void {
  if (strangers !== null) throw new Error('Errors of strangers are not listed.');
  if (part !== 'development') throw new Error('Errors are listed for the development half only.');
  for (const [language, comments] of sets) {
    for (const { text, sentiment } of comments) {
      const { sentiment: found, score } = analyzer.classify(text, language);
      if (found !== sentiment) console.log(`${language}\t${sentiment}\t${found} ${score ?? ''}\t${text}`);
    }
  }
}
