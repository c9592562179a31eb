import { Label, Radio, RadioGroup } from 'react-aria-components';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { type ExportWish, type MediaName, type Selector, type SortName, takesOption } from '#renderer/views/home/export-form.ts';

const SORTS: Readonly<Record<SortName, MessageKey>> = {
  top: 'sort.top',
  new: 'sort.new',
  old: 'sort.old',
  best: 'sort.best',
  controversial: 'sort.controversial',
};

const MEDIA: Readonly<Record<MediaName, MessageKey>> = {
  thumbnails: 'media.thumbnails',
  images: 'media.images',
  all: 'media.all',
};

interface ExportOptionsParts {
  readonly found: readonly DetectedUrl[];
  readonly selectors: readonly Selector[];
  readonly wish: ExportWish;
  readonly onChange: (wish: ExportWish) => void;
  /** Default: all. */
  readonly switches?: readonly (typeof SWITCHES)[number][];
}

/** What any export can be asked for. */
const SWITCHES = ['sentiment', 'incremental', 'keepRaw', 'gentle', 'window'] as const;

/** What the recognised platforms make use of, with its meaning. */
export function ExportOptions({ found, selectors, wish, onChange, switches = SWITCHES }: ExportOptionsParts) {
  const { text } = useWords();
  const change = (part: Partial<ExportWish>): void => onChange({ ...wish, ...part });
  const sorts = ['default' as const, ...(Object.keys(SORTS) as SortName[])];
  return (
    <section className="options" aria-label={text('home.options')}>
      <ListChoice found={found} selectors={selectors} wish={wish} onChange={onChange} />
      <div className="option-grid">
        <Field
          label={text('option.limit')}
          words={text('option.limit.words')}
          type="number"
          value={wish.limit}
          onChange={(limit) => change({ limit })}
        />
        <Field
          label={text('option.since')}
          words={text('option.dates.words')}
          type="date"
          value={wish.since}
          onChange={(since) => change({ since })}
        />
        <Field label={text('option.until')} type="date" value={wish.until} onChange={(until) => change({ until })} />
        {takesOption(found, 'sort') && (
          <div>
            <Choice
              label={text('option.sort')}
              value={wish.sort}
              options={sorts.map((id) => ({ id, name: id === 'default' ? text('option.sort.default') : text(SORTS[id]) }))}
              onChange={(sort) => change({ sort })}
            />
            <p className="meaning">{text('option.sort.words')}</p>
          </div>
        )}
        <MediaChoice wish={wish} onChange={change} />
      </div>
      <div className="option-grid">
        {takesOption(found, 'replies') && (
          <Toggle
            label={text('option.replies')}
            words={text('option.replies.words')}
            isOn={wish.replies}
            onChange={(replies) => change({ replies })}
          />
        )}
        {switches.map((name) => (
          <Toggle
            key={name}
            label={text(`option.${name}`)}
            words={text(`option.${name}.words`)}
            isOn={wish[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
      </div>
    </section>
  );
}

/** Which files of rows, and how much of them. */
function MediaChoice({ wish, onChange }: { readonly wish: ExportWish; readonly onChange: (part: Partial<ExportWish>) => void }) {
  const { text } = useWords();
  const choices = ['none' as const, ...(Object.keys(MEDIA) as MediaName[])];
  return (
    <>
      <div>
        <Choice
          label={text('option.media')}
          value={wish.media}
          options={choices.map((id) => ({ id, name: text(id === 'none' ? 'media.none' : MEDIA[id]) }))}
          onChange={(media) => onChange({ media })}
        />
        <p className="meaning">{text('option.media.words')}</p>
      </div>
      {wish.media !== 'none' && (
        <Field
          label={text('option.mediaMb')}
          words={text('option.mediaMb.words')}
          type="number"
          value={wish.mediaMb}
          onChange={(mediaMb) => onChange({ mediaMb })}
        />
      )}
    </>
  );
}

/** Which list: the page's own, or another one that all addresses give. */
function ListChoice({ found, selectors, wish, onChange }: ExportOptionsParts) {
  const { text } = useWords();
  const typeOf = (selector: Selector): string => {
    const types = [...new Set(found.flatMap(({ exports }) => exports[selector] ?? []))];
    return types.map((type) => text(`type.${type}`)).join(', ');
  };
  if (selectors.length < 2) return null;
  return (
    <RadioGroup className="segments" value={wish.selector} onChange={(chosen) => onChange({ ...wish, selector: chosen as Selector })}>
      <Label className="label">{text('option.what')}</Label>
      <div className="segment-row">
        {selectors.map((selector) => (
          <Radio key={selector} value={selector} className="segment">
            {typeOf(selector)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
