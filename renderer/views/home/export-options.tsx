import { Label, Radio, RadioGroup } from 'react-aria-components';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { type ExportWish, type MediaName, type Selector, type SortName, takesOption } from '#renderer/views/home/export-form.ts';
import { listName, MEDIA, SORTS, SWITCHES } from '#renderer/views/home/option-words.ts';
import { Option } from '#renderer/views/home/option.tsx';
import { WayOptions } from '#renderer/views/home/way-options.tsx';

interface ExportOptionsParts {
  readonly found: readonly DetectedUrl[];
  readonly selectors: readonly Selector[];
  readonly wish: ExportWish;
  readonly onChange: (wish: ExportWish) => void;
  /** Default: all. */
  readonly switches?: readonly (typeof SWITCHES)[number][];
}

/** What the recognised platforms make use of, with its meaning. */
export function ExportOptions({ found, selectors, wish, onChange, switches = SWITCHES }: ExportOptionsParts) {
  const { text } = useWords();
  const change = (part: Partial<ExportWish>): void => onChange({ ...wish, ...part });
  const sorts = ['default' as const, ...(Object.keys(SORTS) as SortName[])];
  return (
    <section className="options" aria-label={text('home.options')}>
      <ListChoice found={found} selectors={selectors} wish={wish} onChange={onChange} />
      <div className="option-grid">
        <Option of="limit">
          <Field
            label={text('option.limit')}
            words={text('option.limit.words')}
            type="number"
            value={wish.limit}
            onChange={(limit) => change({ limit })}
          />
        </Option>
        <Option of="since">
          <Field
            label={text('option.since')}
            words={text('option.dates.words')}
            type="date"
            value={wish.since}
            onChange={(since) => change({ since })}
          />
        </Option>
        <Option of="until">
          <Field label={text('option.until')} type="date" value={wish.until} onChange={(until) => change({ until })} />
        </Option>
        {takesOption(found, 'sort') && (
          <Option of="sort">
            <Choice
              label={text('option.sort')}
              value={wish.sort}
              options={sorts.map((id) => ({ id, name: id === 'default' ? text('option.sort.default') : text(SORTS[id]) }))}
              onChange={(sort) => change({ sort })}
            />
            <p className="meaning">{text('option.sort.words')}</p>
          </Option>
        )}
        <MediaChoice wish={wish} onChange={change} />
        <WayOptions found={found} wish={wish} onChange={change} />
      </div>
      <div className="option-grid">
        <Switches found={found} wish={wish} onChange={change} switches={switches} />
      </div>
    </section>
  );
}

interface SwitchesParts {
  readonly found: readonly DetectedUrl[];
  readonly wish: ExportWish;
  readonly onChange: (part: Partial<ExportWish>) => void;
  readonly switches: readonly (typeof SWITCHES)[number][];
}

/** What is on or off. */
function Switches({ found, wish, onChange, switches }: SwitchesParts) {
  const { text } = useWords();
  const names = takesOption(found, 'replies') ? ['replies' as const, ...switches] : switches;
  return names.map((name) => (
    <Option key={name} of={name}>
      <Toggle
        label={text(`option.${name}`)}
        words={text(`option.${name}.words`)}
        isOn={wish[name]}
        onChange={(isOn) => onChange({ [name]: isOn })}
      />
    </Option>
  ));
}

/** Which files of rows, and how much of them. */
function MediaChoice({ wish, onChange }: { readonly wish: ExportWish; readonly onChange: (part: Partial<ExportWish>) => void }) {
  const { text } = useWords();
  const choices = ['none' as const, ...(Object.keys(MEDIA) as MediaName[])];
  return (
    <>
      <Option of="media">
        <Choice
          label={text('option.media')}
          value={wish.media}
          options={choices.map((id) => ({ id, name: text(id === 'none' ? 'media.none' : MEDIA[id]) }))}
          onChange={(media) => onChange({ media })}
        />
        <p className="meaning">{text('option.media.words')}</p>
      </Option>
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
  const words = useWords();
  if (selectors.length < 2) return null;
  return (
    <Option of="selector">
      <RadioGroup className="segments" value={wish.selector} onChange={(chosen) => onChange({ ...wish, selector: chosen as Selector })}>
        <Label className="label">{words.text('option.what')}</Label>
        <div className="segment-row">
          {selectors.map((selector) => (
            <Radio key={selector} value={selector} className="segment">
              {listName(selector, found, words)}
            </Radio>
          ))}
        </div>
      </RadioGroup>
    </Option>
  );
}
