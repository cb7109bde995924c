import type { ReactNode } from 'react';
import classes from './blocks.module.css';

/** One fact: its label, its value, and whether it needs a line of its own. */
export type Fact = readonly [label: string, value: ReactNode, width?: 'wide'];

/** Labels with values. A fact that is `false` is left out. */
export function Facts({ facts }: Readonly<{ facts: readonly (Fact | false)[] }>) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => {
        if (fact === false) return null;
        const [label, value, width] = fact;
        return (
          <div key={label} className={width === 'wide' ? classes.wide : undefined}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        );
      })}
    </dl>
  );
}
