import { emit, type Executor, prepared, inList } from '@jeongsan/database';
import type { Payout, PayoutMove } from '@jeongsan/payouts';
import { bool, date, int, manyRows, statement, text, timestamptz, uuid } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';

const payoutColumns = `id, ref_payout_id, run_id, seller_id, provider_seller_id, account_fingerprint, amount, state, provider_payout_id,
  schedule_type, payout_date, (select business_date from payouts.run where id = run_id) as due_on, not_before, absent_rounds, duplicate_rounds`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const reservedPayouts = (tx: Executor, runId: string, max: number, from: string | null): Promise<Payout[]> =>
  tx.query<Payout[]>(
    `select ${payoutColumns} from payouts.payout
      where run_id = $1 and state = 'reserved' and id >= $3 and exists (select from payouts.run r where r.id = $1 and r.state = 'dispatching')
      order by id limit $2 for update skip locked`,
    [runId, max, from ?? FIRST_ID],
  );

const LOCK = prepared(
  'payout.lock',
  `select ${payoutColumns} from payouts.payout where id = any($1) order by id for update`,
);

export async function lockPayouts(tx: Executor, ids: readonly string[]): Promise<Map<string, Payout>> {
  const rows = await tx.query<Payout[]>(LOCK, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const MOVE = prepared(
  'payout.moves',
  statement(
    `
  update payouts.payout p
    set state = m.state,
        provider_payout_id = coalesce(m.provider_payout_id, p.provider_payout_id),
        provider_status    = coalesce(m.provider_status, p.provider_status),
        failure_code       = coalesce(m.failure_code, p.failure_code),
        failure_class      = coalesce(m.failure_class, p.failure_class),
        not_before         = coalesce(m.not_before, p.not_before),
        absent_rounds      = coalesce(m.absent_rounds, p.absent_rounds),
        duplicate_rounds   = coalesce(m.duplicate_rounds, p.duplicate_rounds),
        finished_at        = case when m.finished then :now else p.finished_at end,
        observed_at        = :now,
        batch_id         = coalesce(m.batch_id, p.batch_id),
        schedule_type      = coalesce(m.schedule_type, p.schedule_type),
        payout_date        = coalesce(m.payout_date, p.payout_date),
        submitted_at       = case when m.batch_id is null then coalesce(m.requested_at, p.submitted_at) else :now end
   from :m.unnest as m(:m.columns)
  where p.id = m.id`,
    {
      m: manyRows<PayoutMove>({
        id: uuid(({ payout }) => payout.id),
        state: text(({ payout }) => payout.state),
        provider_payout_id: text(({ step }) => step.providerPayoutId ?? null),
        provider_status: text(({ step }) => step.providerStatus ?? null),
        failure_code: text(({ step }) => step.failureCode ?? null),
        failure_class: text(({ step }) => step.failureClass ?? null),
        finished: bool(({ isFinished }) => isFinished),
        not_before: date(({ step }) => step.notBefore ?? null),
        absent_rounds: int(({ step }) => step.absentRounds ?? null),
        duplicate_rounds: int(({ step }) => step.duplicateRounds ?? null),
        batch_id: uuid(({ step }) => step.batch?.id ?? null),
        schedule_type: text(({ step }) => step.batch?.schedule.type ?? null),
        payout_date: date(({ step }) => step.batch?.schedule.date ?? null),
        requested_at: timestamptz(({ step }) => step.requestedAt ?? null),
      }),
    },
  ),
);

export async function writeMoves(tx: Executor, moves: readonly PayoutMove[], now: Date): Promise<void> {
  await MOVE.rows(tx, { m: moves, now });
}

/** The number of failures before a payout. Payouts of one statement that fail together count as one failure. */
export async function failuresBefore(tx: Executor, payout: Payout): Promise<number> {
  const [row] = await tx.query<{ failures: number }[]>(
    `with there as (
       select run_id, state, failure_class, finished_at from payouts.payout where seller_id = $1 and account_fingerprint = $2
     )
     select count(distinct run_id)::int as failures from there
      where state in ${inList(payoutStates.failed)} and failure_class = 'retry' and run_id <> $3
        and finished_at > coalesce((select max(finished_at) from there where state = 'paid'), '-infinity')`,
    [payout.seller_id, payout.account_fingerprint, payout.run_id],
  );
  return row?.failures ?? 0;
}

export async function announce(tx: Executor, moves: readonly PayoutMove[], now: Date): Promise<void> {
  await emit(
    tx,
    'payout.changed',
    moves.map(({ step, payout }) => ({
      entityId: payout.id,
      data: {
        payoutId: payout.id,
        sellerId: payout.seller_id,
        runId: payout.run_id,
        status: payout.state,
        amount: payout.amount.toString(),
        failureCode: step.failureCode ?? null,
        failureClass: step.failureClass ?? null,
        scheduleType: payout.schedule_type,
        payoutDate: payout.payout_date,
      },
    })),
    now,
  );
}
