import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '../layout/places.js';
import classes from './blocks.module.css';

type Shown = Readonly<{ at: Place | null; children: ReactNode; isId?: boolean }>;

/** A link to a screen of the console; without a place only its text. */
export function Go({ at, children, isId = false }: Shown) {
  const className = isId ? (classes.id ?? '') : '';
  if (at === null) return <span className={className}>{children}</span>;
  return (
    <Anchor className={className} renderRoot={(props) => <Link {...props} to={at.to} search={at.search ?? {}} />}>
      {children}
    </Anchor>
  );
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
