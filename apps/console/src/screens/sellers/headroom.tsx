import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { sellerTexts } from './sellers.texts.js';

/** The weekly limit of a seller under review. Nothing for a seller without a limit. */
export function Headroom({ sellerId }: Readonly<{ sellerId: string }>) {
  const t = useTexts(sellerTexts);
  const headroom = useRead('getPayoutHeadroom', { input: { params: { sellerId } } });
  if (headroom.data?.limit === null) return null;
  return (
    <Panel title={t.headroom}>
      <Loaded of={headroom}>{(data) => <Shown headroom={data} />}</Loaded>
    </Panel>
  );
}

function Shown({ headroom }: Readonly<{ headroom: OutputOf<'getPayoutHeadroom'> }>) {
  const t = useTexts(sellerTexts);
  const payouts = places.sellerPart(headroom.sellerId, 'payouts');
  return (
    <>
      <Facts
        facts={[
          [t.limit, <Money key="limit" won={headroom.limit} />],
          [
            t.used,
            <Go key="used" at={payouts}>
              <Money won={headroom.used} />
            </Go>,
          ],
          [t.usedRolling, <Money key="rolling" won={headroom.usedRolling} />],
          [t.usedThisWeek, <Money key="week" won={headroom.usedThisWeek} />],
          [t.free, <Money key="free" won={headroom.headroom} />],
          [t.waits, <Money key="waits" won={headroom.waiting} />],
          headroom.fitsOn !== null && [t.fitsOn, headroom.fitsOn],
        ]}
      />
      {headroom.frees.length === 0 ? null : (
        <Plain
          caption={t.frees}
          heads={[
            { text: t.expectedOn },
            { text: t.freesAmount, align: 'end' },
            { text: t.headroomThen, align: 'end' },
          ]}
          rows={headroom.frees.map(({ date, amount, headroom: then }) => ({
            key: date,
            cells: [date, <Money key="amount" won={amount} />, <Money key="then" won={then} />],
          }))}
        />
      )}
    </>
  );
}
