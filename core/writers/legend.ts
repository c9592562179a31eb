import type { SentimentAccount } from '#core/contract/sentiment.ts';
import type { AboutLine } from '#core/writers/about.ts';

/** The `Legend` sheet: what the colours mean, who judged, and how much. */
export function legendLines({ judge, judged, total, unclassified, note }: SentimentAccount): readonly AboutLine[] {
  return [
    { kind: 'title', text: 'Legend' },
    { kind: 'blank' },
    { kind: 'heading', text: 'Sentiment' },
    { kind: 'colour', label: 'positive', colour: 'positive', value: 'Green: the text speaks well of something.' },
    { kind: 'colour', label: 'negative', colour: 'negative', value: 'Red: the text speaks badly of something.' },
    { kind: 'colour', label: 'neutral', colour: 'neutral', value: 'Yellow: the text does neither, or both alike.' },
    {
      kind: 'colour',
      label: 'unclassified',
      colour: 'plain',
      value: 'No colour: no text, a language that is not known, or no usable answer.',
    },
    { kind: 'colour', label: '(empty)', colour: 'plain', value: 'The row was not judged.' },
    { kind: 'blank' },
    { kind: 'heading', text: 'Sentiment score' },
    { kind: 'text', label: 'Range', value: 'from -1.0, the worst, to 1.0, the best' },
    { kind: 'blank' },
    { kind: 'heading', text: 'Who judged' },
    { kind: 'text', label: 'Judge', value: judge },
    { kind: 'number', label: 'Rows judged', value: judged },
    { kind: 'number', label: 'Rows to judge', value: total },
    { kind: 'number', label: 'Of them unclassified', value: unclassified },
    ...(note === null ? [] : [{ kind: 'text', label: 'Given up because', value: note } as const]),
  ];
}
