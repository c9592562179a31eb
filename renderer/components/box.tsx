import { Check, Minus } from 'lucide-react';

interface BoxParts {
  readonly isSelected: boolean;
  /** Some of what it stands for is selected. */
  readonly isIndeterminate?: boolean;
}

/** What one sees of a checkbox. */
export function Box({ isSelected, isIndeterminate = false }: BoxParts) {
  return (
    <span className="box" aria-hidden>
      {isIndeterminate ? <Minus size={12} /> : isSelected && <Check size={12} />}
    </span>
  );
}
