import { Stack, Text } from '@mantine/core';
import { usePlatformNow } from '../../api/clock.js';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Go } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea, daysAfter } from '../../texts/times.js';
import { placeOfKind } from './accounts.js';
import { ledgerTexts } from './ledger.texts.js';

const DAYS_BEFORE = -6;
type Days = OutputOf<'listDailyBalances'>['days'];

/** The trial balance at the end of each day, with what moved on it. */
export function LedgerDays() {
  const t = useTexts(ledgerTexts);
  const today = dayInKorea(usePlatformNow());
  const [{ from = daysAfter(today, DAYS_BEFORE), to = today, account }] = useAddress();
  const days = useRead('listDailyBalances', { input: { query: { from, to } } });
  return (
    <Stack gap="sm">
      <Filters
        filters={[
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.until, kind: 'date' },
          { key: 'account', label: t.account, kind: 'text' },
        ]}
      />
      <Text size="sm">
        {from} – {to}. {t.daysHint}
      </Text>
      <Loaded of={days}>{(data) => <Shown days={data.days} account={account ?? ''} />}</Loaded>
    </Stack>
  );
}

function Shown({ days, account }: Readonly<{ days: Days; account: string }>) {
  const t = useTexts(ledgerTexts);
  const rows = days.flatMap(({ date, accounts }) =>
    accounts.filter((row) => row.account.includes(account)).map((row) => ({ ...row, date })),
  );
  return (
    <Panel>
      <Grid
        caption={t.days}
        items={rows}
        keyOf={(row) => `${row.date} ${row.account} ${row.currency}`}
        columns={[
          { title: t.day, cell: (row) => row.date },
          { title: t.account, cell: (row) => <Go at={placeOfKind(row.account)}>{row.account}</Go> },
          {
            title: t.moved,
            align: 'end',
            cell: (row) => (
              <Go at={postingsOn(row.date)}>
                <Money won={row.moved} currency={row.currency} />
              </Go>
            ),
          },
          {
            title: t.balance,
            align: 'end',
            cell: (row) => <Money won={row.balance} currency={row.currency} />,
          },
        ]}
      />
    </Panel>
  );
}

const postingsOn = (date: string) =>
  places.postings({ from: `${date}T00:00:00+09:00`, until: `${daysAfter(date, 1)}T00:00:00+09:00` });
