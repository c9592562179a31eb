import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { type ExportWish, sharedAccounts, takesOption } from '#renderer/views/home/export-form.ts';
import { codeNames } from '#renderer/views/home/option-words.ts';
import { Option } from '#renderer/views/home/option.tsx';
import { useWays } from '#renderer/views/home/ways.ts';

interface WayOptionsParts {
  readonly found: readonly DetectedUrl[];
  readonly wish: ExportWish;
  readonly onChange: (part: Partial<ExportWish>) => void;
}

const NONE = '';

/** Through what, as whom, from which countries, in which languages, and as which files: whatever of that there is to choose from. */
export function WayOptions({ found, wish, onChange }: WayOptionsParts) {
  const { late } = useLateWords('home');
  const ways = useWays(found);
  const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
  return (
    <>
      <Codes field="languages" wish={wish} onChange={onChange} />
      {takesOption(found, 'countries') && <Codes field="countries" wish={wish} onChange={onChange} />}
      <OneOf
        field="route"
        label={late('way.route')}
        none={late('way.straight')}
        wish={wish}
        options={named(ways.routes)}
        onChange={onChange}
      />
      <OneOf field="pool" label={late('way.pool')} none={late('way.none')} wish={wish} options={ways.pools} onChange={onChange} />
      <Account found={found} wish={wish} onChange={onChange} />
      <OneOf
        field="preset"
        label={late('way.preset')}
        none={late('way.noPreset')}
        words={late('way.preset.words')}
        wish={wish}
        options={named(ways.presets)}
        onChange={onChange}
      />
    </>
  );
}

interface OneOfParts extends Omit<WayOptionsParts, 'found'> {
  readonly field: 'route' | 'pool' | 'preset';
  readonly label: string;
  /** What stands for no choice. */
  readonly none: string;
  readonly words?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

/** Nothing where there is nothing to choose from. One that was chosen and is gone is still said. */
function OneOf({ field, label, none, words, wish, options, onChange }: OneOfParts) {
  const chosen = wish[field];
  const isKnown = chosen === NONE || options.some(({ id }) => id === chosen);
  const all = [{ id: NONE, name: none }, ...options, ...(isKnown ? [] : [{ id: chosen, name: chosen }])];
  if (all.length === 1) return null;
  return (
    <Option of={field}>
      <Choice label={label} value={chosen} options={all} onChange={(id) => onChange({ [field]: id })} />
      {words !== undefined && <p className="meaning">{words}</p>}
    </Option>
  );
}

/** A name that all of these sites know; none where an account is saved for any of them. */
function Account({ found, wish: { account }, onChange }: WayOptionsParts) {
  const { late } = useLateWords('home');
  const ways = useWays(found);
  if (!takesOption(found, 'account') || (ways.accounts.length === 0 && account === null)) return null;
  const names = new Set([...sharedAccounts(found, ways), ...(typeof account === 'string' ? [account] : [])]);
  const options = [
    { id: 'usual', name: late('way.account.usual') },
    { id: 'none', name: late('way.none') },
    ...[...names].map((name) => ({ id: `named ${name}`, name })),
  ];
  return (
    <Option of="account">
      <Choice
        label={late('way.account')}
        value={account === null ? 'usual' : account === false ? 'none' : `named ${account}`}
        options={options}
        onChange={(id) => onChange({ account: id === 'usual' ? null : id === 'none' ? false : id.slice('named '.length) })}
      />
    </Option>
  );
}

/** Codes, and their names as soon as they are typed. */
function Codes({ field, wish, onChange }: Omit<WayOptionsParts, 'found'> & { readonly field: 'languages' | 'countries' }) {
  const words = useLateWords('home');
  const names = codeNames(field, wish[field], words);
  return (
    <Option of={field}>
      <Field
        label={words.late(`way.${field}`)}
        words={names.length === 0 ? words.late(`way.${field}.words`) : names.map((name) => name ?? '–').join(', ')}
        placeholder={field === 'languages' ? 'en, de' : 'DE, FR'}
        value={wish[field]}
        error={names.includes(null) ? words.late(`way.${field}.wrong`) : undefined}
        onChange={(typed) => onChange({ [field]: typed })}
      />
    </Option>
  );
}
