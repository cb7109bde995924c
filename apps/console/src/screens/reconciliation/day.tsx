import { Fragment } from 'react';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { reconciliationStateWords } from '../../texts/proof-words.js';
import { useTexts } from '../../texts/texts.js';
import { BalancesOf } from './balances.js';
import { BreakRows } from './break-rows.js';
import { NightProof } from './night-proof.js';
import { RequestHandRun } from './request-hand-run.js';
import { reconciliationTexts } from './reconciliation.texts.js';

/** The reconciliation of one day: its breaks, its proof, and its balances. */
export function Day() {
  const t = useTexts(reconciliationTexts);
  const day = useParam('businessDate');
  const report = useRead('getReconciliation', { input: { params: { businessDate: day } } });
  return (
    <Page title={t.dayOf(day)} aside={<RequestHandRun day={day} />}>
      <Panel>
        <Loaded of={report}>
          {(data) => (
            <Facts
              facts={[
                [t.state, <State key="state" words={reconciliationStateWords} is={data.state} />],
                [t.transactions, data.transactions],
                [t.settlements, data.settlements],
                [
                  t.openUpTo,
                  <Fragment key="open">
                    {data.openBreaks} · <Go at={places.breaks({ open: 'true' })}>{t.openOfAll}</Go>
                  </Fragment>,
                ],
                [
                  t.exceptedUpTo,
                  <Fragment key="excepted">
                    {data.exceptedBreaks} · <Go at={places.breaks({ excepted: 'true' })}>{t.exceptedOfAll}</Go>
                  </Fragment>,
                ],
                [t.finished, <Kst key="finished" at={data.finishedAt} />],
              ]}
            />
          )}
        </Loaded>
      </Panel>
      <Panel title={t.breaks}>
        <BreakRows fixed={{ day }} />
      </Panel>
      <NightProof day={day} />
      <Panel title={t.balance}>
        <BalancesOf day={day} />
      </Panel>
    </Page>
  );
}
