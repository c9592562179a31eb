import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Values with their names above them, side by side; one that is empty is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
