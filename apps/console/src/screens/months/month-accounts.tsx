import { Stack } from '@mantine/core';
import { Grid } from '../../blocks/grid.js';
import { Go } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import type { Report } from './month-report.js';
import { boundsOf } from './month-bounds.js';
import { monthTexts } from './months.texts.js';

type Account = Report['accounts'][number];

/** What moved each kind of account: its opening balance and its movements are its closing balance. */
export function MonthAccounts({ report: { month, accounts } }: Readonly<{ report: Report }>) {
  const t = useTexts(monthTexts);
  const [{ account: wanted = '' }] = useAddress();
  const names = [...new Set(accounts.map(({ account }) => account))];
  const words = Object.fromEntries(names.map((name) => [name, [name, name]] as const));
  const shown = accounts.filter(({ account }) => wanted === '' || account === wanted);
  return (
    <Stack gap="sm">
      <Filters filters={[{ key: 'account', label: t.account, kind: 'choice', words }]} />
      {shown.map((account) => (
        <Panel key={`${account.account} ${account.currency}`} title={`${account.account} · ${account.currency}`}>
          {account.currency === 'KRW' ? (
            <InWon account={account} month={month} />
          ) : (
            <InForeign account={account} month={month} />
          )}
        </Panel>
      ))}
    </Stack>
  );
}

type Shown = Readonly<{ account: Account; month: string }>;

function InWon({ account: { account, opening, movements, closing }, month }: Shown) {
  const t = useTexts(monthTexts);
  return (
    <Sum
      caption={account}
      total={closing}
      totalLabel={t.closing}
      parts={[
        { key: 'opening', label: t.openingPart, won: opening },
        ...movements.map(({ template, corrects, amount, entries }) => ({
          key: `${template} ${corrects ?? ''}`,
          label: template,
          won: amount,
          note: `${t.entriesOf(entries)}${corrects === null ? '' : ` · ${t.corrects(corrects)}`}`,
          opens: places.postings({ template, ...boundsOf(month) }),
        })),
      ]}
    />
  );
}

function InForeign({ account: { account, currency, movements, closing }, month }: Shown) {
  const t = useTexts(monthTexts);
  return (
    <>
      <Grid
        caption={account}
        items={movements}
        keyOf={({ template, corrects }) => `${template} ${corrects ?? ''}`}
        columns={[
          {
            title: t.line,
            cell: ({ template }) => <Go at={places.postings({ template, ...boundsOf(month) })}>{template}</Go>,
          },
          { title: t.amount, align: 'end', cell: ({ amount }) => <Money won={amount} currency={currency} /> },
        ]}
      />
      <div>
        {t.closing}: <Money won={closing} currency={currency} />
      </div>
    </>
  );
}
