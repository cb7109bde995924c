import { CallError, compiled, replyBytes, replyOf } from '@jeongsan/http-contract';
import { type ListingPage, recordListsContract, toMinorUnits } from '@jeongsan/provider-contract';
import { z } from 'zod';

/** A row of a page that cannot be read, named so that a person can ask the provider about it. */
export type UnreadRow = Readonly<{
  /** From 0. */
  position: number;
  transactionKey: string | null;
  problem: string;
}>;

/** A page of transactions or settlements. */
export type RecordPage<T> = ListingPage<T> &
  Readonly<{
    unread: readonly UnreadRow[];
    /** The reply as it arrived; undefined: the call was not made with `keepsReply`. */
    bytes: Uint8Array | undefined;
  }>;

/**
 * A page of records. Made with `keepsReply`, a page with rows that cannot be read is a page without these rows, which are named;
 * otherwise the whole page is refused, as every answer is.
 */
export async function recordPage<T>(
  operation: 'listTransactions' | 'listSettlements',
  answer: Promise<readonly T[]>,
  place: string | undefined,
): Promise<RecordPage<T>> {
  try {
    const items = await answer;
    const reply = replyOf(items);
    return { items, unread: [], bytes: reply && replyBytes(reply) };
  } catch (error) {
    const reply = error instanceof CallError && error.code === 'CONTRACT_DRIFT' ? replyOf(error) : undefined;
    const rows = reply && listIn(reply.body);
    if (reply === undefined || rows === undefined) throw error;
    return { ...readSingly<T>(operation, rows), ...placeAfter(operation, rows, place), bytes: replyBytes(reply) };
  }
}

const Rows = z.array(z.unknown());
const Keyed = z.object({ transactionKey: z.string() });
const keyOf = (row: unknown): string | null => Keyed.safeParse(row).data?.transactionKey ?? null;

function listIn(text: string): unknown[] | undefined {
  try {
    return Rows.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function readSingly<T>(operation: 'listTransactions' | 'listSettlements', rows: readonly unknown[]) {
  const { element } = recordListsContract[operation].success.body as unknown as z.ZodArray<z.ZodType<T>>;
  const items: T[] = [];
  const unread: UnreadRow[] = [];
  for (const [position, row] of rows.entries()) {
    const read = compiled(element).safeParse(toMinorUnits(element, row));
    if (read.success) items.push(read.data);
    else unread.push({ position, transactionKey: keyOf(row), problem: problemOf(read.error) });
  }
  return { items, unread };
}

/** The first problem, by the name of its member: messages of the schema do not repeat values. */
const problemOf = ({ issues: [first] }: z.ZodError): string =>
  `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`;

/** The next page follows the last row, read or not. A last row without a key leaves no place to continue at. */
const placeAfter = (operation: string, rows: readonly unknown[], place: string | undefined) => ({
  hasMore: true,
  nextCursor: operation === 'listSettlements' ? String(Number(place ?? 0) + 1) : keyOf(rows.at(-1)),
});
