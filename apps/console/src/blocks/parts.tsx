import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../layout/address.js';
import classes from './blocks.module.css';

/** One part of a screen. `of` is called for the part that is open. */
export type Part = Readonly<{ key: string; title: string; of: () => ReactNode }>;
type Shown = Readonly<{
  parts: readonly Part[];
  label: string;
  /** Members of the address that belong to the whole screen. */
  keeps?: readonly string[];
}>;

/** Parts of a screen of which one is open, named by `part` of the address. Filters of the part before leave the address. */
export function Parts({ parts, label, keeps = [] }: Shown) {
  const [search] = useAddress();
  const kept = Object.fromEntries(Object.entries(search).filter(([name]) => keeps.includes(name)));
  const open = parts.find(({ key }) => key === search['part']) ?? parts[0];
  return (
    <>
      <nav aria-label={label} className={classes.parts}>
        {parts.map(({ key, title }) => (
          <Link
            key={key}
            to="."
            search={{ ...kept, part: key }}
            className={classes.part}
            activeProps={{}}
            aria-current={key === open?.key ? 'true' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {open?.of()}
    </>
  );
}
