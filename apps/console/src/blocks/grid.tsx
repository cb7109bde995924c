import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { blockTexts } from './blocks.texts.js';
import classes from './blocks.module.css';

export type GridColumn<T> = Readonly<{ title: string; cell: (item: T) => ReactNode; align?: 'end' }>;
type Shown<T> = Readonly<{
  caption: string;
  columns: readonly GridColumn<T>[];
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Said when there are no items. */
  empty?: ReactNode;
}>;

/** A table of what one answer holds. Lists of the API that have pages are a ResourceList. */
export function Grid<T>({ caption, columns, items, keyOf, empty }: Shown<T>) {
  const t = useTexts(blockTexts);
  if (items.length === 0) return <Text size="sm">{empty ?? t.noRows}</Text>;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={classes.grid}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" className={align === 'end' ? classes.atEnd : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ title, cell, align }) => (
                <td key={title} className={align === 'end' ? classes.atEnd : undefined}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
