import { type RefObject, useEffect, useState } from 'react';

/** Rows enter and leave the page in blocks: a scroll within a block renders nothing. */
const BLOCK_ROWS = 4;
/** Rows before and after those in view: a quick scroll of 90 rows a second passes them in 0.1 s. */
const BESIDE_ROWS = 12;

/** What of a scrolled box is in view, in blocks. */
type Seen = Readonly<{ block: number; blocks: number }>;
type Range = Readonly<{ from: number; to: number }>;

/** The rows that stand in the page, of so many: `to` is exclusive. */
export function rangeOf({ block, blocks }: Seen, count: number): Range {
  const to = Math.min(count, (block + blocks) * BLOCK_ROWS + BESIDE_ROWS);
  // A list that became shorter is still scrolled to where it no longer has rows.
  return { from: Math.min(to, Math.max(0, block * BLOCK_ROWS - BESIDE_ROWS)), to };
}

/** Which rows of one height stand in the page: those in view of a scrolled box, and some beside them. */
export function useRowsInView(box: RefObject<HTMLElement | null>, count: number, rowPx: number): Range {
  const [seen, see] = useState<Seen>({ block: 0, blocks: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const blockPx = BLOCK_ROWS * rowPx;
      const now = {
        block: Math.floor(element.scrollTop / blockPx),
        blocks: Math.ceil(element.clientHeight / blockPx) + 1,
      };
      see((before) => (before.block === now.block && before.blocks === now.blocks ? before : now));
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, rowPx]);
  return rangeOf(seen, count);
}
