import { compiled, contractDrift, jsonItems, NoJsonList } from '@jeongsan/http-contract';
import { type ListingPage, toMinorUnits } from '@jeongsan/provider-contract';
import { z } from 'zod';

/** A row of a page that cannot be read, named so that a person can ask the provider about it. */
export type UnreadRow = Readonly<{
  /** From 0. */
  position: number;
  transactionKey: string | null;
  problem: string;
}>;

/** A page of transactions or settlements: what its reader made of each row. */
export type RecordPage<T> = ListingPage<T> &
  Readonly<{
    unread: readonly UnreadRow[];
    /** The number of rows, with those that cannot be read. */
    rows: number;
    /** The page as it arrived. */
    bytes: Uint8Array;
  }>;

/** What a reader returns for a row that it cannot use. */
export class UnusableRow {
  constructor(readonly problem: string) {}
}
/** What a reader keeps of a row, or why the row cannot be used. An error that it throws ends the listing. */
export type RowReader<Row, T> = (row: Row) => T | UnusableRow;

type ReadRows<T> = Pick<RecordPage<T>, 'items' | 'unread' | 'rows' | 'bytes'> & Readonly<{ lastKey: string | null }>;

/**
 * The records of a page, row by row: of a long page, only the results of `read` stay in memory. Unreadable rows are left out and
 * named. Throws CallError CONTRACT_DRIFT for a reply that is no list.
 */
export function readRows<Row, T extends object>(
  schema: z.ZodType<Row>,
  bytes: Uint8Array,
  read: RowReader<Row, T>,
): ReadRows<T> {
  const row = compiled(schema);
  const items: T[] = [];
  const unread: UnreadRow[] = [];
  let position = 0;
  let last: unknown;
  try {
    for (const json of jsonItems(bytes)) {
      const parsed = row.safeParse(toMinorUnits(schema, json));
      const found = parsed.success ? read(parsed.data) : new UnusableRow(problemOf(parsed.error));
      if (found instanceof UnusableRow) unread.push({ position, transactionKey: keyOf(json), problem: found.problem });
      else items.push(found);
      last = json;
      position += 1;
    }
  } catch (error) {
    throw error instanceof NoJsonList ? contractDrift(OK) : error;
  }
  return { items, unread, rows: position, bytes, lastKey: keyOf(last) };
}

const OK = 200;
const Keyed = z.object({ transactionKey: z.string() });
const keyOf = (row: unknown): string | null => Keyed.safeParse(row).data?.transactionKey ?? null;

/** The first problem, by the name of its member: messages of the schema do not repeat values. */
const problemOf = ({ issues: [first] }: z.ZodError): string =>
  `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`;
