import type { LineComponents } from '@jeongsan/settlement';
import type { EntityManager } from 'typeorm';
import { reverseLine, type RefundableLine } from './refundable-lines.js';

/** The part of one line in a cancel: the line's components in reverse, and the sources of the seller's part. */
export type CancelLine = LineComponents &
  Readonly<{ lineId: string; sellerId: string; taxFree: bigint; fromPayable: bigint; toDebt: bigint }>;

/** The lines that a cancel touches, by `parts`: one amount per line of the order. */
export function linesOfCancel(lines: readonly RefundableLine[], parts: readonly bigint[]): CancelLine[] {
  return lines.flatMap((line, index) => {
    const part = parts[index] ?? 0n;
    if (part === 0n) return [];
    const { lineId, sellerId } = line;
    return [{ lineId, sellerId, ...reverseLine(line, part), fromPayable: 0n, toDebt: 0n }];
  });
}

/**
 * Replaces the lines of a cancel. Called with the lines computed at the request, and again with the lines that were
 * booked.
 */
export async function writeCancelLines(
  tx: EntityManager,
  orderId: string,
  cancelId: string,
  lines: readonly CancelLine[],
): Promise<void> {
  const column = <K extends keyof CancelLine>(name: K) => lines.map((line) => line[name]);
  await tx.query(
    `with gone as (delete from gateway.cancel_line where cancel_id = $1 and line_id <> all($3::text[]))
     insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat,
                                      fees, fee_vat, net, tax_free, from_payable, to_debt)
     select $1, $2, line.* from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
                                       $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
                                       $13::bigint[], $14::bigint[]) as line
     on conflict (cancel_id, line_id) do update
       set paid = excluded.paid, promotion = excluded.promotion, commission = excluded.commission,
           commission_vat = excluded.commission_vat, fees = excluded.fees, fee_vat = excluded.fee_vat, net = excluded.net,
           tax_free = excluded.tax_free, from_payable = excluded.from_payable, to_debt = excluded.to_debt`,
    [
      cancelId,
      orderId,
      column('lineId'),
      column('sellerId'),
      column('paid'),
      column('promotion'),
      column('commission'),
      column('commissionVat'),
      column('fees'),
      column('feeVat'),
      column('net'),
      column('taxFree'),
      column('fromPayable'),
      column('toDebt'),
    ],
  );
}
