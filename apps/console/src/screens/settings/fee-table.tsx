import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { RuleDecision } from './rule-decision.js';
import { settingTexts } from './settings.texts.js';
import { ruleStateWords } from './settings.words.js';

/** A rate of 1/100,000 in percent. */
const RATE_OF_PERCENT = 1_000;

/** One version of the provider's contracted fees. */
export function FeeTable() {
  const t = useTexts(settingTexts);
  const params = { tableId: useParam('tableId') };
  return (
    <Loaded of={useRead('getFeeTable', { input: { params } })}>
      {(table) => (
        <Page
          title={`${t.feeTable} ${table.account === '' ? t.main : table.account}`}
          lead={<State words={ruleStateWords} is={table.state} />}
          aside={<RuleDecision approve="approveFeeTable" reject="rejectFeeTable" rule={table} input={{ params }} />}
        >
          <Panel>
            <Facts
              facts={[
                [t.effectiveFrom, table.effectiveFrom],
                [t.proposedBy, table.proposedBy],
                [t.proposedAt, <Kst key="at" at={table.proposedAt} />],
                [t.decidedBy, table.decidedBy ?? '–'],
                [t.id, <Id key="id" id={table.id} />],
                [t.reason, <bdi key="reason">{table.reason}</bdi>, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.lines}>
            <Grid
              caption={t.lines}
              items={table.lines}
              keyOf={({ method, currency = 'KRW' }) => `${method} ${currency}`}
              columns={[
                { title: t.method, cell: ({ method }) => method },
                { title: t.currency, cell: ({ currency = 'KRW' }) => currency },
                {
                  title: t.rate,
                  align: 'end',
                  cell: ({ rate }) => (typeof rate === 'number' ? `${rate / RATE_OF_PERCENT} %` : '–'),
                },
                {
                  title: t.fixed,
                  align: 'end',
                  cell: ({ fixed, currency }) => <Money won={fixed} {...(currency && { currency })} />,
                },
                { title: t.rounding, cell: ({ rounding }) => rounding },
                { title: t.vat, cell: ({ vat }) => vat },
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
