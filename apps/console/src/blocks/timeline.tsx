import type { ReactNode } from 'react';
import { Kst } from './kst.js';
import classes from './blocks.module.css';

export type Moment = Readonly<{ key: string; at: string | null; title: ReactNode; text?: ReactNode }>;

/** What happened, in the order in which it is given. */
export function Timeline({ moments }: Readonly<{ moments: readonly Moment[] }>) {
  return (
    <ol className={classes.timeline}>
      {moments.map(({ key, at, title, text }) => (
        <li key={key}>
          <div>{title}</div>
          <div className={classes.zone}>
            <Kst at={at} />
          </div>
          {text === undefined ? null : <div>{text}</div>}
        </li>
      ))}
    </ol>
  );
}
