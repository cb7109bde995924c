import { type Executor, filteredList, fromDay, inList, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { getDispatchControl, getRun, listFindings } from '@jeongsan/platform-contract';
import { payoutRunStates } from '@jeongsan/state-machines';
import type { RunCover } from '../../payout-store/balance-cover.js';
import { findingWords, pauseWords, stateWords } from './control-words.js';
import { hasNotLeft, waitingAmount } from './waiting-work.js';

type View = Output<typeof getDispatchControl>;
type Finding = Output<typeof listFindings>['items'][number];
type Pause = NonNullable<Output<typeof getRun>['pausedBy']>;

const DECISIONS_SHOWN = 50;

export async function readControl(db: Executor): Promise<Omit<View, 'cover'>> {
  const [row] = await db.query<{ halted: boolean; locked: boolean; comparedAt: Date | null; openFindings: number }[]>(
    `select halted, locked, compared_at as "comparedAt",
            (select count(*)::int from payouts.provider_finding where acknowledgement_id is null) as "openFindings"
       from payouts.dispatch_control`,
  );
  const decisions = await db.query<View['decisions']>(
    `select action, reason, decided_by as by, role, decided_at as at from payouts.dispatch_decision order by id desc limit $1`,
    [DECISIONS_SHOWN],
  );
  // If the row is missing, sending counts as stopped.
  const { halted, locked, comparedAt, openFindings } = row ?? {
    ...{ halted: true, locked: false },
    ...{ comparedAt: null, openFindings: 0 },
  };
  const state = stateOf(halted, locked);
  return { state, text: stateWords[state], openFindings, waiting: await waitingAmount(db), comparedAt, decisions };
}

function stateOf(halted: boolean, locked: boolean): View['state'] {
  if (halted) return locked ? 'halted_and_locked' : 'halted';
  return locked ? 'locked' : 'open';
}

const FINDINGS = filteredList({
  from: 'payouts.provider_finding',
  columns: `x.id::text, x.kind, x.provider_payout_id as "providerPayoutId", x.ref_payout_id as "refPayoutId",
            x.seller_id as "sellerId", x.destination, x.amount, x.provider_status as "providerStatus",
            x.payout_date as "payoutDate", x.our_state as "ourState", x.our_amount as "ourAmount", x.found_at as "foundAt",
            d.decided_by as "acknowledgedBy", d.decided_at as "acknowledgedAt"`,
  joins: 'left join payouts.dispatch_decision d on d.id = x.acknowledgement_id',
  order: [{ column: 'id', type: 'bigint' }],
  isNewestFirst: false,
  leads: { open: whether('x.acknowledgement_id is null') },
  checks: { sellerId: is('x.seller_id'), from: fromDay('x.found_at'), to: toDay('x.found_at') },
});

/** Findings, oldest first. */
export async function readFindings(
  db: Executor,
  query: Input<typeof listFindings>['query'],
): Promise<Output<typeof listFindings>> {
  const { items, nextCursor } = await FINDINGS.page<Omit<Finding, 'text'>>(db, query);
  return { items: items.map((row) => ({ ...row, text: findingWords[row.kind] })), nextCursor };
}

/** The pause of a run that is being sent and whose rest the balance does not cover; null: it does. */
export function balancePause(run: RunCover | undefined): Pause | null {
  if (run === undefined || run.shortBy === 0n || run.state !== 'dispatching') return null;
  return { reason: 'BALANCE', text: pauseWords.BALANCE, since: run.at };
}

type Waiting = { runId: string; reason: Pause['reason']; since: Date | null };

/** Runs that may be sent and wait for a person or a date, oldest first; one run if `runId` is given. */
export const readPauses = (db: Executor, runId: string | null = null): Promise<(Waiting & Pick<Pause, 'text'>)[]> =>
  db
    .query<Waiting[]>(
      `select r.id as "runId",
              case when c.halted then 'HALTED' when c.locked then 'LOCKED' else r.paused_reason end as reason,
              case when c.halted or c.locked
                   then (select max(d.decided_at) from payouts.dispatch_decision d where d.action in ('halted', 'locked'))
                   else r.paused_at end as since
         from payouts.run r cross join payouts.dispatch_control c
        where ($1::uuid is null or r.id = $1) and r.state in ${inList(payoutRunStates.maySend)}
          and (c.halted or c.locked or r.paused_reason is not null)
          and exists (select from payouts.payout p left join payouts.batch a on a.id = p.batch_id
                       where p.run_id = r.id and ${hasNotLeft})
        order by r.business_date`,
      [runId],
    )
    .then((rows) => rows.map((row) => ({ ...row, text: pauseWords[row.reason] })));
