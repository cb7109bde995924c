import { Stack, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfKind } from './accounts.js';
import { ledgerTexts } from './ledger.texts.js';

/** All kinds of account on one screen; together they are zero. */
export function TrialBalance() {
  const t = useTexts(ledgerTexts);
  const [{ at }] = useAddress();
  const trial = useRead('getTrialBalance', at === undefined ? {} : { input: { query: { at } } });
  return (
    <Stack gap="sm">
      <Filters filters={[{ key: 'at', label: t.trialAt, kind: 'time' }]} />
      <Loaded of={trial}>{(data) => <Shown trial={data} />}</Loaded>
    </Stack>
  );
}

function Shown({ trial: { at, accounts, sum } }: Readonly<{ trial: OutputOf<'getTrialBalance'> }>) {
  const t = useTexts(ledgerTexts);
  const inWon = accounts.filter(({ currency }) => currency === 'KRW');
  const others = accounts.filter(({ currency }) => currency !== 'KRW');
  return (
    <Panel title={t.trial} aside={<Kst at={at} />}>
      <Text size="sm">{t.trialHint}</Text>
      <Sum
        caption={t.trial}
        total={sum}
        totalLabel={t.zero}
        parts={inWon.map(({ account, balance, entries }) => ({
          key: account,
          label: account,
          won: balance,
          note: `${t.count} ${entries}`,
          opens: placeOfKind(account),
        }))}
      />
      {others.length === 0 ? null : (
        <Grid
          caption={t.currency}
          items={others}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          columns={[
            { title: t.account, cell: ({ account }) => <Go at={placeOfKind(account)}>{account}</Go> },
            {
              title: t.amount,
              align: 'end',
              cell: ({ balance, currency }) => <Money won={balance} currency={currency} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
