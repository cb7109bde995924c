import { randomUUID } from 'node:crypto';
import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { postLedger } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { cancelReallocated } from '@jeongsan/ledger';
import { refuse, type allocateCancel as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { lockAndSource } from '../book-cancel/lock-and-source.js';
import { linesOfCancel, writeCancelLines } from '../cancel-lines.js';
import { findCancel } from '../cancel-record.js';
import type { Gateway } from '../../gateway.js';
import { moneyTransaction } from '../../money-transaction.js';
import { lockPayment } from '../../payments/payment-record.js';
import { cancelNotFound, readAllocation } from '../read-allocations/read-allocations.js';
import { readRefundableLines, type RefundableLine } from '../refundable-lines.js';
import { plannedParts } from './planned-parts.js';

type Asked = Input<typeof contract>['body'];
type Deps = Pick<Gateway, 'db' | 'now'>;

/**
 * Allocates a cancel that went through to the named lines, whatever lines it had before. The lines booked before stay:
 * a correction, a cancel of amount zero, holds the difference of each line, is posted at the present time, and takes or
 * gives back each seller's part under the seller's lock. The same lines as before only confirm the allocation.
 * @throws CANCEL_NOT_FOUND, CANCEL_NOT_DONE, CANCEL_LINES_INVALID
 */
export async function allocateCancel(
  gateway: Deps,
  cancelId: string,
  asked: Asked,
  author: Author,
): Promise<Output<typeof contract>> {
  const known = await findCancel(gateway.db, cancelId);
  if (known?.kind !== 'cancel') throw cancelNotFound(cancelId);
  await moneyTransaction(gateway.db, 'allocate-cancel', async (tx) => {
    const { orderId } = await lockPayment(tx, known.paymentId);
    const cancel = await findCancel(tx, cancelId);
    if (cancel?.state !== 'done') {
      throw refuse('CANCEL_NOT_DONE', `Cancel ${cancelId} is ${cancel?.state}: it has no lines to correct`);
    }
    if (orderId === null) throw cancelNotFound(cancelId);
    const lines = (await readRefundableLines(tx, orderId, cancelId)).map(withThisCancel);
    const parts = plannedParts(lines, asked.lines, cancel.amount);
    const correctionId = await correct(
      tx,
      gateway.now(),
      { cancelId, paymentId: cancel.paymentId, orderId },
      lines,
      parts,
    );
    const { reason } = asked;
    await writeDecision(tx, { cancelId, correctionId, author, reason, at: gateway.now() }, lines, parts);
  });
  return readAllocation(gateway.db, cancelId);
}

/** The line as all cancels left it, the present one included. */
const withThisCancel = (line: RefundableLine): RefundableLine => ({
  ...line,
  canceled: line.canceled + line.asked,
  canceledQuantity: line.canceledQuantity + line.askedQuantity,
});

type Corrected = Readonly<{ cancelId: string; paymentId: string; orderId: string }>;

const INSERT = statement(`
  insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, kind, corrects, canceled_at, created_at)
  values (:id, :paymentId, :requestKey, 0, '', 'done', 'correction', :cancelId, :at, :at)`);

/** Books the difference of each line. Returns the id of the correction; null: no line differs. */
async function correct(
  tx: EntityManager,
  at: Date,
  { cancelId, paymentId, orderId }: Corrected,
  lines: readonly RefundableLine[],
  parts: readonly bigint[],
): Promise<string | null> {
  const differences = lines.map((line, index) => (parts[index] ?? 0n) - line.asked);
  // A line that gets won back gets back the units that this cancel took; a line that gives its last won gives its units.
  const units = lines.map((line, index) => ((differences[index] ?? 0n) < 0n ? -line.askedQuantity : 0));
  const touched = linesOfCancel(lines, differences, units);
  if (touched.length === 0) return null;
  const id = randomUUID();
  await INSERT.rows(tx, { id, paymentId, requestKey: id, cancelId, at });
  // The sellers' accounts are locked last, as in every cancel: no posting to these sellers runs from here to the commit.
  const sourced = await lockAndSource(tx, orderId, id, touched);
  await writeCancelLines(tx, orderId, id, sourced);
  await postLedger(tx, [cancelReallocated({ correctionId: id, effectiveAt: at, lines: sourced })]);
  return id;
}

type Decision = Readonly<{ cancelId: string; correctionId: string | null; author: Author; reason: string; at: Date }>;

const DECIDE = statement(`
  with named as (update gateway.cancel set allocation = 'named' where id = :cancelId)
  insert into gateway.cancel_allocation (id, cancel_id, correction_id, allocated_at, allocated_by, reason, before, after)
  values (gen_random_uuid(), :cancelId, :correctionId::uuid, :at, :by, :reason, :before::jsonb, :after::jsonb)`);

async function writeDecision(
  tx: EntityManager,
  decision: Decision,
  lines: readonly RefundableLine[],
  parts: readonly bigint[],
): Promise<void> {
  const { cancelId, correctionId, author, reason, at } = decision;
  const booked = lines.map((line) => line.asked);
  const [before, after] = [partsOf(lines, booked), partsOf(lines, parts)];
  const documents = { before: JSON.stringify(before), after: JSON.stringify(after) };
  await DECIDE.rows(tx, { cancelId, correctionId, reason, at, by: author.actor, ...documents });
  const facts = { before: { lines: before }, after: { lines: after } };
  await recordDecision(tx, { kind: 'cancel.allocated', subject: cancelId, ...authorOf(author), reason, ...facts }, at);
}

/** Line ids with their amounts as text; lines without an amount are left out. */
const partsOf = (lines: readonly RefundableLine[], parts: readonly bigint[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ lineId }, index) => (parts[index] ? [[lineId, String(parts[index])] as const] : [])),
  );
