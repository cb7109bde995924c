import { Link } from '@tanstack/react-router';
import classes from '../../blocks/blocks.module.css';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { cashTexts } from './cash.texts.js';

/** Links between the screens about cash. */
export function CashParts({ here }: Readonly<{ here: 'forecast' | 'segregation' | 'deadlines' }>) {
  const t = useTexts(cashTexts);
  const screens = [
    ['forecast', places.cash()],
    ['segregation', places.segregation()],
    ['deadlines', places.deadlines()],
  ] as const;
  return (
    <nav className={classes.parts} aria-label={t.parts}>
      {screens.map(([key, { to }]) => (
        <Link
          key={key}
          to={to}
          activeOptions={{ exact: true }}
          className={classes.part}
          aria-current={key === here ? 'page' : undefined}
        >
          {t[key]}
        </Link>
      ))}
    </nav>
  );
}
