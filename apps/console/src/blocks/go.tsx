import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Place, places } from '../layout/places.js';
import { existsScreen } from '../screens/screens.js';
import classes from './blocks.module.css';

type Shown = Readonly<{ at: Place | null; children: ReactNode; isId?: boolean }>;

/** A link to a screen of the console; without a place only its text. */
export function Go({ at, children, isId = false }: Shown) {
  const className = isId ? (classes.id ?? '') : '';
  const place = reachable(at);
  if (place === null) return <span className={className}>{children}</span>;
  return (
    <Anchor className={className} renderRoot={(props) => <Link {...props} to={place.to} search={place.search ?? {}} />}>
      {children}
    </Anchor>
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
