import type { OutputOf } from '../../api/names.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import type { Place } from '../../layout/places.js';
import { places } from '../../layout/places.js';
import { sumOf } from '../../texts/amounts.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { statementTexts } from './statements.texts.js';
import { lineKindWords } from './statements.words.js';

type Whole = OutputOf<'getStatement'> | OutputOf<'getMonthlyStatement'>;
type Shown = Readonly<{ sums: Whole; lines: Place | null }>;

/** Opening and movements, less what was paid, are what is carried over. */
export function StatementBalance({ sums, lines }: Shown) {
  const t = useTexts(statementTexts);
  const paid = -sumOf([sums.payoutAmount]);
  return (
    <Panel title={t.balance}>
      <Sum
        caption={t.balance}
        total={sums.carried}
        totalLabel={t.carried}
        parts={[
          { key: 'opening', label: t.openingPart, won: sums.opening },
          { key: 'movements', label: t.movementsPart, won: sums.movements, opens: lines },
          { key: 'payout', label: t.payoutPart, won: paid.toString() },
        ]}
      />
    </Panel>
  );
}

/** The movements by kind. */
export function StatementKinds({ sums, lines }: Shown) {
  const t = useTexts(statementTexts);
  return (
    <Panel title={t.byKind}>
      <Sum
        caption={t.byKind}
        total={sums.movements}
        totalLabel={t.movements}
        parts={sums.totals.map(({ kind, count, amount }) => ({
          key: kind,
          label: <InWords words={lineKindWords} is={kind} />,
          won: amount,
          note: t.linesOf(count),
          opens: lines,
        }))}
      />
    </Panel>
  );
}

/** The payouts, also those that failed later. */
export function StatementPayouts({ sums }: Omit<Shown, 'lines'>) {
  const t = useTexts(statementTexts);
  return (
    <Panel title={t.payouts}>
      {sums.payouts.length === 0 ? (
        t.payoutsEmpty
      ) : (
        <Sum
          caption={t.payouts}
          total={sums.payoutAmount}
          totalLabel={t.payoutPart}
          parts={sums.payouts.map(({ id, amount, state, payoutDate }) => ({
            key: id,
            label: (
              <>
                {payoutDate} <State words={payoutStateWords} is={state} />
              </>
            ),
            won: amount,
            opens: places.payout(id),
          }))}
        />
      )}
    </Panel>
  );
}
