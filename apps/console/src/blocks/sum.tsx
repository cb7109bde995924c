import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Place } from '../layout/places.js';
import { sumOf, type WireWon, wonOf } from '../texts/amounts.js';
import { useTexts } from '../texts/texts.js';
import { blockTexts } from './blocks.texts.js';
import { Go } from './go.js';
import { Money } from './money.js';
import classes from './blocks.module.css';

/** A part of a sum; `opens` leads to what it is the sum of itself. */
export type SumPart = Readonly<{ label: ReactNode; key: string; won: WireWon; note?: ReactNode; opens?: Place | null }>;

type Shown = Readonly<{ parts: readonly SumPart[]; total: WireWon; totalLabel?: ReactNode; caption: string }>;

/** Parts and their total. The page adds them up itself and says so, above all when the total is another one. */
export function Sum({ parts, total, totalLabel, caption }: Shown) {
  const t = useTexts(blockTexts);
  const adds = sumOf(parts.map(({ won }) => won)) === wonOf(total);
  return (
    <div data-adds-up={adds}>
      <table className={classes.sum}>
        <caption className="visually-hidden">{caption}</caption>
        <tbody>
          {parts.map(({ key, label, won, note, opens = null }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {note === undefined ? null : <div className={classes.zone}>{note}</div>}
              </th>
              <td>
                <Go at={opens}>
                  <Money won={won} />
                </Go>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {totalLabel ?? t.total} <span className={classes.zone}>{adds ? `= ${t.adds}` : `≠ ${t.addsNot}`}</span>
            </th>
            <td>
              <Money won={total} />
            </td>
          </tr>
        </tfoot>
      </table>
      {adds ? null : (
        <Alert color="red" title={t.addsNot}>
          {t.addsNotWhy}
        </Alert>
      )}
    </div>
  );
}
