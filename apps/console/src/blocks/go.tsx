import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Place, places } from '../layout/places.js';
import { existsScreen } from '../screens/screens.js';
import classes from './blocks.module.css';

const NO_SEARCH = {};

type Shown = Readonly<{ at: Place | null; children: ReactNode; isId?: boolean }>;

/** A link to a screen of the console; without a place only its text. */
export function Go({ at, children, isId = false }: Shown) {
  const place = reachable(at);
  const name = isId ? classes.id : undefined;
  if (place === null) return <span className={name}>{children}</span>;
  return (
    <Link className={`${classes.go} ${name ?? ''}`} to={place.to} search={place.search ?? NO_SEARCH}>
      {children}
    </Link>
  );
}

/** The place, or the plain view of what it shows. `.` is the page that is shown. */
function reachable(place: Place | null): Place | null {
  if (place === null || place.to === '.' || existsScreen(place.to)) return place;
  return place.api === undefined ? null : places.thing(place.api);
}

/** An id, which opens what it names. */
export const Id = ({ id, at = null }: Readonly<{ id: string | null | undefined; at?: Place | null }>) =>
  id === null || id === undefined ? (
    <span>–</span>
  ) : (
    <Go at={at} isId>
      {id}
    </Go>
  );
