import { colourOf, lettersOf } from '#renderer/components/site-mark.ts';

/** Drawn here: the letters that a name begins with, in a round of a colour of its own. @param seed what the colour follows from */
export function Initials({ name, seed }: { readonly name: string; readonly seed: string }) {
  return (
    <svg className="site-icon" viewBox="0 0 28 28" width="28" height="28" aria-hidden>
      <circle cx="14" cy="14" r="14" fill={`var(--site-${colourOf(seed)})`} />
      <text x="14" y="17.5" textAnchor="middle">
        {lettersOf(name)}
      </text>
    </svg>
  );
}
