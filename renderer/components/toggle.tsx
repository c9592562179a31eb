import { Switch } from 'react-aria-components';

interface ToggleParts {
  readonly label: string;
  readonly words: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off, with its meaning. */
export function Toggle({ label, words, isOn, onChange }: ToggleParts) {
  return (
    <Switch className="switch" isSelected={isOn} onChange={onChange}>
      <span className="track" aria-hidden>
        <span className="thumb" />
      </span>
      <span>
        {label}
        <span className="meaning">{words}</span>
      </span>
    </Switch>
  );
}
