import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

export type Head = Readonly<{ text: string; align?: 'end' }>;
export type PlainRow = Readonly<{ key: string; cells: readonly ReactNode[] }>;

type Shown = Readonly<{
  caption: string;
  heads: readonly Head[];
  rows: readonly PlainRow[];
  foot?: readonly ReactNode[];
}>;

/** A short table that is shown whole. */
export function Plain({ caption, heads, rows, foot }: Shown) {
  const aligned = (index: number) => (heads[index]?.align === 'end' ? classes.end : undefined);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ text }, index) => (
              <th key={text} scope="col" className={aligned(index)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={heads[index]?.text} className={aligned(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot === undefined ? null : (
          <tfoot>
            <tr>
              {foot.map((cell, index) => (
                <td key={heads[index]?.text} className={aligned(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
