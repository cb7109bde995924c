import { type Executor, statement } from '@jeongsan/sql';
import { type Flaw, flaw } from '../ledger/flaw.js';

/** SQL: whether a run by hand is in the middle of the proof of inputs `i`; one that was canceled there is signed by the next night. */
export const madeByHand = (i: string): string =>
  `exists (select from reconciliation.hand_run h where h.day = ${i}.business_date and h.proof_number = ${i}.number and h.stage <> 'end')`;

type Lost = { businessDate: string; number: number; found: string };

// Runs that ended before the first proof was signed are of a release without proofs. The newest inputs may still be in the making.
const LOST = statement(`
  with first as (select signed_at from reconciliation.proof order by id limit 1)
  select business_date as "businessDate", number, found from (
    select i.business_date, i.number, 'its inputs only' as found, 1 as kind
      from reconciliation.proof_input i
     where not exists (select from reconciliation.proof p where p.id = i.id)
       and (i.id < (select max(id) from reconciliation.proof_input)
            or exists (select from reconciliation.run r where r.business_date = i.business_date and r.state = 'done'))
       and not ${madeByHand('i')}
    union
    select p.business_date, p.number, 'no inputs of it', 2
      from reconciliation.proof p where not exists (select from reconciliation.proof_input i where i.id = p.id)
    union
    select r.business_date, 1, 'none, and the run is done', 3
      from reconciliation.run r
     where r.state = 'done' and r.finished_at >= (select signed_at from first)
       and not exists (select from reconciliation.proof_input i where i.business_date = r.business_date)
       and not exists (select from reconciliation.proof p where p.business_date = r.business_date)
    union
    select (made ->> 'businessDate')::date, (made -> 'proof' ->> 'number')::int, 'none, and a run by hand made it', 4
      from reconciliation.hand_run h cross join jsonb_array_elements(h.results) made
     where jsonb_typeof(made -> 'proof' -> 'number') = 'number'
       and not exists (select from reconciliation.proof_input i
                        where i.business_date = (made ->> 'businessDate')::date and i.number = (made -> 'proof' ->> 'number')::int)
       and not exists (select from reconciliation.proof p
                        where p.business_date = (made ->> 'businessDate')::date and p.number = (made -> 'proof' ->> 'number')::int)
  ) lost order by business_date, number, kind limit :most`);

const NAMED_MAX = 200;

/** Proofs that are gone, or whose inputs are: nothing but the inputs, the run or a run by hand says that there was one. */
export async function lostProofs(tx: Executor): Promise<Flaw[]> {
  const rows = await LOST.rows<Lost>(tx, { most: NAMED_MAX });
  return rows.map(({ businessDate, number, found }) =>
    flaw({ check: 'PROOF', subject: `proof/${businessDate}/${number}`, expected: 'a proof and its inputs', found }),
  );
}
