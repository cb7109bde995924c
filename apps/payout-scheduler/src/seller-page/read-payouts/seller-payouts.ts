import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type listSellerPagePayouts as contract, refuse, type SellerPayoutState } from '@jeongsan/platform-contract';
import type { Language } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import type { PayoutState } from '@jeongsan/state-machines';
import { readPayouts } from '../../explanations/read-payouts/read-payouts.js';
import { type PayoutFate, payoutReason, withFunds } from '../../explanations/reason-views.js';
import { sentenceOf } from '../sentence.js';

type SellerPayout = Output<typeof contract>['items'][number];
/** When the funds of runs that wait for them are expected, by run. */
export type ShortRuns = ReadonlyMap<string, string | null>;
type Row = PayoutFate & {
  id: string;
  runId: string;
  amount: bigint;
  statementDate: string;
  payoutDate: string | null;
  finishedAt: Date | null;
};

// prettier-ignore
const stateForSeller = {
  planned:    'preparing',
  reserved:   'preparing',
  submitted:  'sending',
  unknown:    'sending',
  parked:     'sending',
  in_transit: 'sending',
  paid:       'paid',
  failed:     'failed',
  refused:    'failed',
  released:   'moved',
  returned:   'returned',
} as const satisfies Record<PayoutState, SellerPayoutState>;

const ROWS = statement(`
  select p.id, p.run_id as "runId", p.amount, p.state, p.schedule_type as "scheduleType", p.payout_date as "payoutDate",
         p.finished_at as "finishedAt", p.failure_code as "failureCode", p.failure_class as "failureClass",
         r.state as "runState", s.business_date as "statementDate",
         (select x.due_on from payouts.reissue x where x.payout_id = p.id and x.statement_id is null) as "reissueOn"
    from payouts.payout p
    join payouts.run r on r.id = p.run_id
    join payouts.statement s on s.id = p.statement_id
   where p.seller_id = :sellerId and p.id = any(:payoutIds::uuid[])`);

function viewOf(row: Row, lang: Language, shortRuns: ShortRuns): SellerPayout {
  const { id, amount, state, statementDate, payoutDate, finishedAt } = row;
  const { code } = payoutReason(withFunds(row, shortRuns), { language: lang, audience: 'seller' }, {});
  return {
    payoutId: id,
    amount,
    state: stateForSeller[state],
    statementDate,
    on: finishedAt === null ? payoutDate : businessDateOf(finishedAt),
    ...sentenceOf(code, lang),
  };
}

/** The payouts of one seller, newest first. */
export async function readSellerPayouts(
  db: Executor,
  sellerId: string,
  { lang, after, limit }: Input<typeof contract>['query'],
  shortRuns: ShortRuns,
): Promise<Output<typeof contract>> {
  const { items, nextCursor } = await readPayouts(db, { sellerId, after, limit });
  const rows = await ROWS.rows<Row>(db, { sellerId, payoutIds: items.map(({ id }) => id) });
  const byId = new Map(rows.map((row) => [row.id, viewOf(row, lang, shortRuns)]));
  return { items: items.flatMap(({ id }) => byId.get(id) ?? []), nextCursor };
}

/** One payout of the seller. Throws PAYOUT_NOT_FOUND, for the payout of another seller as for an unknown id. */
export async function readSellerPayout(
  db: Executor,
  sellerId: string,
  payoutId: string,
  lang: Language,
  shortRuns: ShortRuns,
): Promise<SellerPayout> {
  const [row] = await ROWS.rows<Row>(db, { sellerId, payoutIds: [payoutId] });
  if (!row) throw refuse('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
  return viewOf(row, lang, shortRuns);
}
