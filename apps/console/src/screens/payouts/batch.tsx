import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { batchStateWords, payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { payoutTexts } from './payouts.texts.js';

/** One request to the provider with its payouts. */
export function Batch() {
  const t = useTexts(payoutTexts);
  const batchId = useParam('batchId');
  const batch = useRead('getBatch', { input: { params: { batchId } } });
  return (
    <Loaded of={batch}>
      {(b) => (
        <Page title={t.batchTitle} lead={<State words={batchStateWords} is={b.state} />}>
          <Panel>
            <Facts
              facts={[
                ['ID', <Id key="id" id={b.id} />],
                [t.run, <Id key="run" id={b.runId} at={places.run(b.runId)} />],
                [t.date, b.payoutDate],
                [t.sent, <Kst key="sent" at={b.sentAt} />],
                [t.answered, <Kst key="answered" at={b.answeredAt} />],
                b.rejectionCode !== null && [t.refusal, b.rejectionCode],
                b.resolveAt !== null && [t.resolveAt, <Kst key="resolve" at={b.resolveAt} />],
                b.waitsFor !== null && [t.waitsFor, <Id key="waits" id={b.waitsFor} at={places.batch(b.waitsFor)} />],
                [t.rounds, b.absentListings],
                [t.key, <Id key="key" id={b.idempotencyKey} />, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.payouts}>
            <Sum
              caption={t.payouts}
              total={b.amount}
              parts={b.payouts.map((p) => ({
                key: p.id,
                label: (
                  <>
                    <State words={payoutStateWords} is={p.state} /> {p.sellerId}
                  </>
                ),
                won: p.amount,
                opens: places.payout(p.id),
              }))}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
