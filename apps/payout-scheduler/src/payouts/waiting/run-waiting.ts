import type { Executor } from '@jeongsan/database';
import { waitsFor, type Waiting } from '@jeongsan/platform-contract';
import type { PayoutRunState } from '@jeongsan/state-machines';
import { readPauses } from '../dispatch/dispatch-control/read-control.js';

type Pauses = Awaited<ReturnType<typeof readPauses>>;

/** What decides about the wait of a run. */
type RunFacts = Readonly<{
  id: string;
  state: PayoutRunState;
  /** Whether the run's content is being computed. */
  isDrafting: boolean;
  /** When the run's next dispatch job is due; null: none is enqueued. */
  dispatchAt: Date | null;
  /** Whether a payout of the run is still to be sent. */
  hasUnsent: boolean;
}>;

/** The wait of each run that has not ended, by id. */
export async function runWaits(db: Executor, ids: readonly string[], now: Date): Promise<Map<string, Waiting>> {
  if (ids.length === 0) return new Map();
  const runs = await db.query<RunFacts[]>(
    `select r.id, r.state, r.content_hash = '' as "isDrafting",
            (select min(o.run_at) from messaging.outbox o
              where o.job = 'payout-run.dispatch' and o.data ->> 'runId' = r.id::text and o.done_at is null
                and o.dead_at is null) as "dispatchAt",
            exists (select from payouts.payout p where p.run_id = r.id and p.state = 'reserved') as "hasUnsent"
       from payouts.run r where r.id = any($1::uuid[])`,
    [ids],
  );
  const pauses = await readPauses(db);
  return new Map(runs.flatMap((run) => waitOf(run, pauses, now)).map((wait) => [wait.id, wait.waiting]));
}

function waitOf(run: RunFacts, pauses: Pauses, now: Date): { id: string; waiting: Waiting }[] {
  const waiting = waitIn[run.state](
    run,
    pauses.find(({ runId }) => runId === run.id),
    now,
  );
  return waiting === null ? [] : [{ id: run.id, waiting }];
}

/** Whether a pause ends at the run's next dispatch time; the others end when a person decides. */
const endsInTime = {
  BALANCE: true,
  DAY_CAP: true,
  HALTED: false,
  LOCKED: false,
  RUN_CAP: false,
  DUPLICATE_RUN: false,
} as const satisfies Record<Pauses[number]['reason'], boolean>;

type Wait = (run: RunFacts, pause: Pauses[number] | undefined, now: Date) => Waiting | null;

const forSending: Wait = ({ dispatchAt, hasUnsent }, pause, now) => {
  // A run that a person sent early keeps the job of its dispatch time.
  const until = hasUnsent && dispatchAt !== null && dispatchAt > now ? dispatchAt : null;
  if (pause) return { for: pause.reason, until: endsInTime[pause.reason] ? until : null, text: pause.text };
  return until === null ? waitsFor('PAYOUTS') : waitsFor('DISPATCH_TIME', until);
};
const forNothing: Wait = () => null;

const waitIn = {
  draft: ({ isDrafting }) => waitsFor(isDrafting ? 'DRAFT' : 'APPROVAL'),
  approved: forSending,
  dispatching: forSending,
  stopped: () => waitsFor('APPROVAL'),
  closed: forNothing,
  rejected: forNothing,
  expired: forNothing,
  empty: forNothing,
} as const satisfies Record<PayoutRunState, Wait>;
