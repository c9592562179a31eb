import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button, DialogTrigger, Input, Label, Popover, TextField } from 'react-aria-components';
import { arriving } from '#renderer/components/arriving.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Loading } from '#renderer/components/states.tsx';
import { languageName } from '#renderer/messages/language-name.ts';
import { ratingWords } from '#renderer/messages/rating-words.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { Boxes } from '#renderer/views/export/filter-boxes.tsx';
import {
  CHANGES,
  dayOf,
  daySeconds,
  type FilterData,
  type FilterName,
  type Filters,
  filtersFor,
  isSet,
  NO_FILTER,
  TONES,
  without,
} from '#renderer/views/export/filters.ts';

interface FilterBarParts {
  readonly data: FilterData;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Opened now and then. */
const MineFields = arriving(async () => (await import('#renderer/views/export/mine-fields.tsx')).MineFields);

/** A chip for each filter that this export has data for. */
export function FilterBar({ data, filters, onChange }: FilterBarParts) {
  const { text } = useWords();
  const names = filtersFor(data, filters);
  const set = names.filter((name) => isSet(filters, name));
  if (names.length === 0) return null;
  return (
    <div className="filter-bar" role="group" aria-label={text('filter.label')}>
      {names.map((name) => (
        <FilterChip key={name} name={name} data={data} filters={filters} onChange={onChange} />
      ))}
      {set.length > 0 && (
        <Button className="filter-clear" onPress={() => onChange(NO_FILTER)}>
          {text('filter.clearAll')}
        </Button>
      )}
    </div>
  );
}

function FilterChip({ name, data, filters, onChange }: FilterBarParts & { readonly name: FilterName }) {
  const words = useWords();
  const title = words.text(`filter.${name}`);
  const isOn = isSet(filters, name);
  const Fields = FIELDS[name];
  return (
    <span className={isOn ? 'filter filter-on' : 'filter'}>
      <DialogTrigger>
        <Button className="filter-button">
          <span className="clipped">{isOn ? said(name, filters, words, scaleOf(data)) : title}</span>
          {!isOn && <ChevronDown size={12} aria-hidden />}
        </Button>
        <Popover className="popover" placement="bottom start" aria-label={title}>
          <div className="filter-fields">
            <Fields data={data} filters={filters} onChange={onChange} />
          </div>
        </Popover>
      </DialogTrigger>
      {isOn && (
        <Button
          className="filter-remove"
          aria-label={words.text('filter.remove', { name: title })}
          onPress={() => onChange(without(filters, name))}
        >
          <X size={12} aria-hidden />
        </Button>
      )}
    </span>
  );
}

const FIELDS: Readonly<Record<FilterName, (parts: FilterBarParts) => ReactNode>> = {
  date: DateFields,
  rating: RatingFields,
  tone: ToneFields,
  language: LanguageFields,
  media: (parts) => <YesOrNo {...parts} field="hasMedia" name="media" />,
  replies: (parts) => <YesOrNo {...parts} field="hasReplies" name="replies" />,
  change: ChangeFields,
  author: AuthorFields,
  depth: DepthFields,
  mine: ({ data: { guid }, filters, onChange }) => (
    <Suspense fallback={<Loading />}>
      <MineFields guid={guid} filters={filters} onChange={onChange} />
    </Suspense>
  ),
};

/** Of yes and no, which are said in words; null for stars, of which the number says enough. */
function scaleOf({ statistics }: Pick<FilterData, 'statistics'>): number | null {
  return statistics?.ratings.counts.every((count) => count.scale === 1) === true ? 1 : null;
}

/** A filter that is set, as its chip says it. */
function said(name: FilterName, filters: Filters, words: Words, scale: number | null): string {
  const { text, day } = words;
  const { since, until, minRating, maxRating, tones, languages, hasMedia, hasReplies, changes, author, isStarred, isNoted, tags } = filters;
  const { minDepth, maxDepth } = filters;
  const inDepth = (depth: number | null): string | null => (depth === null ? null : words.number(depth));
  const range = (from: string | null, to: string | null): string =>
    from === to ? (from ?? '') : from === null ? `≤ ${to ?? ''}` : to === null ? `≥ ${from}` : `${from} – ${to}`;
  const inWords = (seconds: number | null): string | null => (seconds === null ? null : day(new Date(seconds * 1000).toISOString()));
  const inStars = (rating: number | null): string | null => (rating === null ? null : ratingWords(rating, scale, words));
  const saidOf: Readonly<Record<FilterName, () => string>> = {
    date: () => range(inWords(since), inWords(until)),
    rating: () => `${text('filter.rating')} ${range(inStars(minRating), inStars(maxRating))}`,
    tone: () => tones.map((tone) => text(`tone.${tone}`)).join(', '),
    language: () => languages.map((tag) => languageName(tag, words)).join(', '),
    media: () => text(hasMedia === true ? 'filter.media.yes' : 'filter.media.no'),
    replies: () => text(hasReplies === true ? 'filter.replies.yes' : 'filter.replies.no'),
    change: () => changes.map((change) => text(`change.${change}`)).join(', '),
    author: () => author,
    depth: () => `${text('filter.depth')} ${range(inDepth(minDepth), inDepth(maxDepth))}`,
    mine: () => [marked('★', isStarred), marked('✎', isNoted), ...tags].filter((part) => part !== '').join(', '),
  };
  return saidOf[name]();
}

function marked(sign: string, isWanted: boolean | null): string {
  return isWanted === null ? '' : isWanted ? sign : `≠ ${sign}`;
}

function DateFields({ filters, onChange }: FilterBarParts) {
  const { text } = useWords();
  return (
    <>
      <TextField
        className="field"
        type="date"
        value={dayOf(filters.since)}
        onChange={(day) => onChange({ ...filters, since: daySeconds(day, 'start') })}
      >
        <Label className="label">{text('filter.since')}</Label>
        <Input className="control" />
      </TextField>
      <TextField
        className="field"
        type="date"
        value={dayOf(filters.until)}
        onChange={(day) => onChange({ ...filters, until: daySeconds(day, 'end') })}
      >
        <Label className="label">{text('filter.until')}</Label>
        <Input className="control" />
      </TextField>
    </>
  );
}

const ANY = 'any';

function RatingFields({ data: { statistics }, filters, onChange }: FilterBarParts) {
  const words = useWords();
  const { text } = words;
  const scale = scaleOf({ statistics });
  const ratings = [...new Set(statistics?.ratings.counts.map(({ rating }) => rating))].toSorted((a, b) => a - b);
  const options = [
    { id: ANY, name: text('filter.any') },
    ...ratings.map((rating) => ({ id: String(rating), name: ratingWords(rating, scale, words) })),
  ];
  return (
    <Bounds
      bounds={[filters.minRating, filters.maxRating]}
      options={options}
      onChange={([minRating, maxRating]) => onChange({ ...filters, minRating, maxRating })}
    />
  );
}

type LeastAndMost = readonly [least: number | null, most: number | null];

interface BoundsParts {
  readonly bounds: LeastAndMost;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (bounds: LeastAndMost) => void;
}

/** The least and the most of what is counted in a few steps. */
function Bounds({ bounds: [least, most], options, onChange }: BoundsParts) {
  const { text } = useWords();
  const numberOf = (id: string): number | null => (id === ANY ? null : Number(id));
  return (
    <>
      <Choice
        label={text('filter.minRating')}
        value={String(least ?? ANY)}
        options={options}
        onChange={(id) => onChange([numberOf(id), most])}
      />
      <Choice
        label={text('filter.maxRating')}
        value={String(most ?? ANY)}
        options={options}
        onChange={(id) => onChange([least, numberOf(id)])}
      />
    </>
  );
}

/** Deeper ones are chosen by their bar. */
const DEEPEST_OFFERED = 9;

function DepthFields({ data: { statistics }, filters, onChange }: FilterBarParts) {
  const { text, number } = useWords();
  const deepest = Math.min(statistics?.depth.deepest ?? 0, DEEPEST_OFFERED);
  const depths = [...new Set([...Array.from({ length: deepest + 1 }, (_, depth) => depth), filters.minDepth, filters.maxDepth])];
  const options = [
    { id: ANY, name: text('filter.any') },
    ...depths.filter((depth) => depth !== null).map((depth) => ({ id: String(depth), name: number(depth) })),
  ];
  return (
    <Bounds
      bounds={[filters.minDepth, filters.maxDepth]}
      options={options}
      onChange={([minDepth, maxDepth]) => onChange({ ...filters, minDepth, maxDepth })}
    />
  );
}

function ToneFields({ data: { statistics }, filters, onChange }: FilterBarParts) {
  const { text } = useWords();
  const { tones } = filters;
  return (
    <Boxes
      options={TONES.map((tone) => ({ id: tone, name: text(`tone.${tone}`), count: statistics?.sentiment[tone] ?? 0 }))}
      chosen={tones}
      onChange={(chosen) => onChange({ ...filters, tones: chosen })}
    />
  );
}

function ChangeFields({ data, filters, onChange }: FilterBarParts) {
  const { text } = useWords();
  return (
    <Boxes
      options={CHANGES.map((change) => ({ id: change, name: text(`change.${change}`), count: data.changes?.[change] ?? 0 }))}
      chosen={filters.changes}
      onChange={(changes) => onChange({ ...filters, changes })}
    />
  );
}

function LanguageFields({ data: { statistics }, filters, onChange }: FilterBarParts) {
  const words = useWords();
  const top = statistics?.languages.top ?? [];
  return (
    <Boxes
      options={top.map(({ language, count }) => ({ id: language, name: languageName(language, words), count }))}
      chosen={filters.languages}
      onChange={(languages) => onChange({ ...filters, languages })}
    />
  );
}

interface YesOrNoParts extends FilterBarParts {
  readonly field: 'hasMedia' | 'hasReplies';
  readonly name: 'media' | 'replies';
}

function YesOrNo({ filters, onChange, field, name }: YesOrNoParts) {
  const { text } = useWords();
  const value = filters[field];
  return (
    <Choice
      label={text(`filter.${name}`)}
      value={value === null ? ANY : value ? 'yes' : 'no'}
      options={[
        { id: ANY, name: text('filter.any') },
        { id: 'yes', name: text(`filter.${name}.yes`) },
        { id: 'no', name: text(`filter.${name}.no`) },
      ]}
      onChange={(id) => onChange({ ...filters, [field]: id === ANY ? null : id === 'yes' })}
    />
  );
}

function AuthorFields({ filters, onChange }: FilterBarParts) {
  const { text } = useWords();
  return (
    <TextField className="field" value={filters.author} onChange={(author) => onChange({ ...filters, author })} autoFocus>
      <Label className="label">{text('filter.author')}</Label>
      <Input className="control" placeholder={text('filter.author.placeholder')} />
    </TextField>
  );
}
