import { Alert, Stack } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { ledgerTexts } from './ledger.texts.js';

/** The balance of one account at any instant of business time. */
export function AccountBalance() {
  const t = useTexts(ledgerTexts);
  const [{ account }] = useAddress();
  return (
    <Stack gap="sm">
      <Filters
        filters={[
          { key: 'account', label: t.account, kind: 'text' },
          { key: 'currency', label: t.currency, kind: 'text' },
          { key: 'at', label: t.trialAt, kind: 'time' },
        ]}
      />
      {account === undefined ? (
        <Alert variant="outline" color="gray">
          {t.balanceNeed}
        </Alert>
      ) : (
        <Balance account={account} />
      )}
    </Stack>
  );
}

function Balance({ account }: Readonly<{ account: string }>) {
  const t = useTexts(ledgerTexts);
  const [{ currency, at }] = useAddress();
  const query = { ...(currency !== undefined && { currency }), ...(at !== undefined && { at }) };
  const balance = useRead('getAccountBalance', { input: { params: { account }, query } });
  return (
    <Panel>
      <Loaded of={balance}>
        {(data) => (
          <Facts
            facts={[
              [t.account, data.account],
              [t.trialAt, <Kst key="at" at={data.at} seconds />],
              [
                t.balance,
                <Go key="balance" at={places.entries({ account, currency, until: at })}>
                  <Money won={data.balance} currency={data.currency} />
                </Go>,
              ],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
