import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import type { ExportWish, Selector } from '#renderer/views/home/export-form.ts';
import { ExportOptions } from '#renderer/views/home/export-options.tsx';
import { optionWords } from '#renderer/views/home/option-words.ts';
import { focusOption } from '#renderer/views/home/option.tsx';
import { useWays } from '#renderer/views/home/ways.ts';

interface OptionsInWordsParts {
  readonly found: readonly DetectedUrl[];
  readonly selectors: readonly Selector[];
  readonly wish: ExportWish;
  readonly onChange: (wish: ExportWish) => void;
}

/** What is going to be exported, in words. Each leads to its control, and what was chosen is taken back beside it. */
export function OptionsInWords({ found, selectors, wish, onChange }: OptionsInWordsParts) {
  const words = useLateWords('home');
  const ways = useWays(found);
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<{ readonly field: keyof ExportWish } | null>(null);
  useEffect(() => {
    if (wanted !== null) focusOption(wanted.field);
  }, [wanted]);
  const openAt = (field: keyof ExportWish): void => {
    setOpen(true);
    setWanted({ field });
  };
  return (
    <div className="said">
      <div className="said-head">
        <ul aria-label={words.late('words.label')}>
          {optionWords(wish, found, ways, words).map(({ field, said, back }) => (
            <li key={field} className={back === null ? 'said-word' : 'said-word said-chosen'}>
              {field === 'selector' && selectors.length < 2 ? <span>{said}</span> : <Button onPress={() => openAt(field)}>{said}</Button>}
              {back !== null && (
                <Button aria-label={words.late('words.back', { words: said })} onPress={() => onChange({ ...wish, ...back })}>
                  <X size={12} aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
        <Button className="button" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {words.text('home.options')}
          {isOpen ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </Button>
      </div>
      {isOpen && <ExportOptions found={found} selectors={selectors} wish={wish} onChange={onChange} />}
    </div>
  );
}
