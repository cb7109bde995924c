import pg from 'pg';

// prettier-ignore
/** What a statement of the scheduler is for, by words that only it has. The first that fits names it. */
const purposes: readonly (readonly [string, string])[] = [
  ['line_adjustment',                    'adjustments'],
  ['limit $4',                           'maturing'],
  ['gateway.order_line_tranche',         'due lines'],
  ['line.matured/',                      'due lines'],
  ['insert into payouts.statement_line', 'movements to lines'],
  ['insert into payouts.statement',      'statements'],
  ['insert into payouts.payout',         'payouts'],
  ['update payouts.payout',              'payout states'],
  ['for update',                         'locks'],
  ['ledger.lock_balances',               'locks'],
  ['ledger.open_accounts',               'locks'],
  ['ledger.post',                        'books'],
  ['onboarding.seller',                  'gate facts'],
  ['payouts.hold',                       'held money'],
  ['ref_payout_id',                      'run content'],
  ['reserve_due',                        'positions'],
  ['order by t.seller_id limit',         'due sellers'],
  ['commit',                             'commit'],
];

type Query = (...given: unknown[]) => unknown;

/** Measures how long this process waits for its statements, one after the other, by what they are for. */
export function timed(): { reset: () => void; parts: () => Record<string, number> } {
  let parts: Record<string, number> = {};
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const usual = prototype.query;
  prototype.query = function (this: unknown, ...given: unknown[]): unknown {
    const [statement] = given;
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
    const begun = performance.now();
    const answer = usual.apply(this, given);
    if (!(answer instanceof Promise)) return answer;
    return answer.finally(() => {
      const purpose = purposes.find(([words]) => text.toLowerCase().includes(words))?.[1] ?? 'other';
      parts[purpose] = (parts[purpose] ?? 0) + (performance.now() - begun) / 1_000;
    });
  };
  return { reset: () => (parts = {}), parts: () => ({ ...parts }) };
}
