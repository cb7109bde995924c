import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { Sum } from '../../blocks/sum.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';
import { ReleaseReserve } from './reserve-columns.js';

/** One reserve: which statement kept it back, and what became of it. */
export function Reserve() {
  const reserveId = useParam('reserveId');
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <Loaded of={useRead('getReserve', { input: { params: { reserveId } } })}>
      {(reserve) => (
        <Page title={t.reserve} aside={<ReleaseReserve reserve={reserve} />}>
          <Panel>
            <Sum
              caption={t.reserve}
              parts={[
                { key: 'released', label: t.releasedWon, won: reserve.released },
                { key: 'left', label: t.leftWon, won: reserve.left },
              ]}
              totalLabel={t.keptBack}
              total={reserve.amount}
            />
            <Facts
              facts={[
                [l.seller, <Id key="seller" id={reserve.sellerId} at={places.seller(reserve.sellerId)} />],
                [
                  l.statement,
                  <Id key="statement" id={reserve.statementId} at={places.statement(reserve.statementId)} />,
                ],
                [t.releaseOn, reserve.releaseOn ?? t.noEnd],
                [l.createdAt, <Kst key="created" at={reserve.createdAt} />],
                [l.id, <Id key="id" id={reserve.id} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
