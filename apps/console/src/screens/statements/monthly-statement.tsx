import { api } from '../../api/client.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea, daysAfter } from '../../texts/times.js';
import { boundsOf } from '../months/month-bounds.js';
import { Contact } from './contact.js';
import { Documents } from './documents.js';
import { StatementBalance, StatementKinds, StatementPayouts } from './statement-sums.js';
import { statementTexts } from './statements.texts.js';

/** The statements of one seller in one month as one. */
export function MonthlyStatement() {
  const t = useTexts(statementTexts);
  const params = { month: useParam('month'), sellerId: useParam('sellerId') };
  const { month, sellerId } = params;
  const { from, until } = boundsOf(month);
  const [first, last] = [dayInKorea(new Date(from)), daysAfter(dayInKorea(new Date(until)), -1)];
  const own = places.statements({ sellerId, from: first, to: last });
  return (
    <Loaded of={useRead('getMonthlyStatement', { input: { params } })}>
      {(data) => (
        <Page
          title={t.monthlyOf(sellerId, month)}
          aside={
            <Documents
              operation="getMonthlyDocument"
              name={`${sellerId}-${month}`}
              file={(format, lang) => api.getMonthlyDocument({ params, query: { format, lang } })}
            />
          }
        >
          <Panel>
            <Facts
              facts={[
                [t.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
                [t.dates, `${data.firstDate} – ${data.lastDate}`],
                [t.period, <Kst key="until" at={data.period.until} />],
                [t.withheld, <Money key="withheld" won={data.withheld} />],
                [t.debtRepaid, <Money key="debt" won={data.debtRepaid} />],
                [
                  t.statements,
                  data.statementIds.map((id) => (
                    <div key={id}>
                      <Id id={id} at={places.statement(id)} />
                    </div>
                  )),
                  'wide',
                ],
              ]}
            />
          </Panel>
          <StatementBalance
            sums={data}
            lines={data.statementIds.length === 1 ? places.statementLines(data.statementIds[0] ?? '') : own}
          />
          <StatementKinds sums={data} lines={own} />
          <StatementPayouts sums={data} />
          <Contact sellerId={sellerId} />
        </Page>
      )}
    </Loaded>
  );
}
