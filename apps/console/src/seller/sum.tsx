import { Alert } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Money } from '../blocks/money.js';
import { sumOf, type WireWon, wonOf } from '../texts/amounts.js';
import { useTexts } from '../texts/texts.js';
import { sellerTexts } from './seller.texts.js';
import classes from './seller.module.css';

export type SumPart = Readonly<{ key: string; label: ReactNode; won: WireWon; note?: ReactNode }>;
type Shown = Readonly<{
  caption: string;
  parts: readonly SumPart[];
  total: WireWon;
  totalLabel: string;
  /** False while parts are still to be loaded: the page cannot add them up yet. */
  isWhole?: boolean;
}>;

/** Parts and their total. The page adds them up itself and says so, above all when the total is another one. */
export function Sum({ caption, parts, total, totalLabel, isWhole = true }: Shown) {
  const t = useTexts(sellerTexts);
  const adds = sumOf(parts.map(({ won }) => won)) === wonOf(total);
  const verdict = isWhole ? (adds ? `= ${t.adds}` : `≠ ${t.addsNot}`) : t.loadAll;
  return (
    <div {...(isWhole && { 'data-adds-up': adds })}>
      <table className={classes.sum}>
        <caption className="visually-hidden">{caption}</caption>
        <tbody>
          {parts.map(({ key, label, won, note }) => (
            <Fragment key={key}>
              <tr className={note === undefined ? undefined : classes.noted}>
                <th scope="row">{label}</th>
                <td>
                  <Money won={won} />
                </td>
              </tr>
              {note === undefined ? null : (
                <tr>
                  <td colSpan={2} className={classes.note}>
                    {note}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {totalLabel} <span className={classes.small}>{verdict}</span>
            </th>
            <td>
              <Money won={total} />
            </td>
          </tr>
        </tfoot>
      </table>
      {isWhole && !adds ? (
        <Alert color="red" role="alert" title={t.addsNot}>
          {t.addsNotText}
        </Alert>
      ) : null}
    </div>
  );
}
