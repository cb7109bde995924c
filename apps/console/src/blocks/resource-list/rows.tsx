import { Button, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import type { Column } from './columns.js';
import classes from './resource-list.module.css';

const ROW_PX = 44;
const HEAD_PX = 40;
/** Rows before and after those in view: a quick scroll of 90 rows a second passes them in 0.1 s. */
const OVERSCAN_ROWS = 12;
/** The next page is read when so few rows are left to scroll to. */
const AHEAD = 20;
const SKETCHED = 8;

type Shown<T> = Readonly<{
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  idOf: (item: T) => string;
  isLoading: boolean;
  /** The list is longer than what was read of it. */
  hasMore: boolean;
  /** Reads the next page; undefined: there is none, it is being read, or could not be read. */
  onEnd: (() => void) | undefined;
}>;

const widthOf = ({ width = 'minmax(9rem, 1fr)' }: Readonly<{ width?: string }>): string => width;
const leastOf = (width: string): string => /^minmax\(([^,]+),/.exec(width)?.[1] ?? width;

/** What all rows share is a variable; the height changes with each page, and would have every row's style computed anew as one. */
function measuresOf<T>(columns: readonly Column<T>[], count: number): CSSProperties {
  const widths = columns.map(widthOf);
  const measures = {
    '--columns': widths.join(' '),
    // Each row is a grid of its own: one least width keeps their columns below each other.
    '--row-min': `calc(${widths.map(leastOf).join(' + ')})`,
    // contain: strict takes no size from what is inside.
    height: count * ROW_PX + HEAD_PX + 18,
  };
  return measures;
}

/** The rows of a list, of which only those in view are in the page. */
export function Rows<T>({ label, columns, items, idOf, isLoading, hasMore, onEnd }: Shown<T>) {
  const t = useTexts(blockTexts);
  const box = useRef<HTMLDivElement>(null);
  const isSketch = items.length === 0;
  const count = isSketch ? SKETCHED : items.length;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: HEAD_PX,
  });
  const shown = rows.getVirtualItems();
  const to = (shown.at(-1)?.index ?? -1) + 1;
  useEffect(() => {
    // A page under a filter may be empty, and the next one not.
    if (to > 0 && to > count - AHEAD) onEnd?.();
  }, [to, count, onEnd]);
  const style = measuresOf(columns, count);
  return (
    <>
      <div
        className={classes.table}
        style={style}
        ref={box}
        tabIndex={0}
        role="table"
        aria-label={`${label}. ${t.tableHint}`}
        aria-rowcount={hasMore ? -1 : count + 1}
        aria-busy={isLoading}
      >
        <div className={`${classes.row} ${classes.head}`} role="row" aria-rowindex={1}>
          {columns.map(({ key, title, align }) => (
            <div key={key} role="columnheader" className={align === 'end' ? classes.end : undefined}>
              {title}
            </div>
          ))}
        </div>
        <div className={classes.body} role="rowgroup" style={{ height: count * ROW_PX }}>
          {shown.map(({ index }) => (
            <Row key={isSketch ? index : idOf(items[index] as T)} columns={columns} item={items[index]} index={index} />
          ))}
        </div>
      </div>
      {!isSketch && (onEnd !== undefined || (hasMore && isLoading)) ? (
        <Button variant="default" onClick={onEnd} loading={isLoading}>
          {t.more}
        </Button>
      ) : null}
    </>
  );
}

type RowShown<T> = Readonly<{ columns: readonly Column<T>[]; item: T | undefined; index: number }>;

function AnyRow<T>({ columns, item, index }: RowShown<T>) {
  return (
    <div
      className={`${classes.row} ${classes.item}`}
      role="row"
      aria-rowindex={index + 2}
      style={{ top: index * ROW_PX }}
    >
      {columns.map(({ key, cell, align }) => (
        <div key={key} role="cell" className={align === 'end' ? classes.end : undefined}>
          {item === undefined ? <Skeleton height={14} width="70%" /> : cell(item)}
        </div>
      ))}
    </div>
  );
}

/** A row that stays in view is not rendered again while others enter. */
const Row = memo(AnyRow) as typeof AnyRow;
