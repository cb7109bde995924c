import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfAccount } from './accounts.js';
import { ledgerTexts } from './ledger.texts.js';

/** One entry of the ledger. */
export function Entry() {
  const t = useTexts(ledgerTexts);
  const entryId = useParam('entryId');
  return (
    <Loaded of={useRead('getLedgerEntry', { input: { params: { entryId } } })}>
      {(entry) => (
        <Page title={t.entryOf(entry.id)}>
          <Panel>
            <Facts
              facts={[
                [t.amount, <Money key="amount" won={entry.amount} currency={entry.currency} />],
                [
                  t.account,
                  <Go key="account" at={placeOfAccount(entry.account, entry.currency)}>
                    {entry.account}
                  </Go>,
                ],
                [t.effective, <Kst key="effective" at={entry.effectiveAt} seconds />],
                [t.posting, <Id key="posting" id={entry.postingId} at={places.posting(entry.postingId)} />],
                [t.template, entry.template],
                [t.key, <Id key="key" id={entry.postingKey} />, 'wide'],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
