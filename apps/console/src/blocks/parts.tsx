import { Link } from '@tanstack/react-router';
import { useAddress } from '../layout/address.js';
import type { Place } from '../layout/places.js';
import classes from './parts.module.css';

/** One part of a page that is shown alone: its key stands in the address as `part`. */
export type Part = Readonly<{ key: string; label: string }>;

type Shown = Readonly<{ parts: readonly Part[]; at: Place; label: string }>;

/** The key of the part that is shown; without one in the address, the first. */
export function usePart<K extends string>(keys: readonly [K, ...K[]]): K {
  const [{ part }] = useAddress();
  return keys.find((key) => key === part) ?? keys[0];
}

/** Links between the parts of a page. Filters and columns of the part that is left are left with it. */
export function Parts({ parts, at, label }: Shown) {
  const [{ part }] = useAddress();
  const shown = parts.some(({ key }) => key === part) ? part : parts[0]?.key;
  return (
    <nav className={classes.parts} aria-label={label}>
      {parts.map(({ key, label: text }, index) => (
        <Link
          key={key}
          to={at.to}
          search={index === 0 ? {} : { part: key }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.part}
          aria-current={key === shown ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
