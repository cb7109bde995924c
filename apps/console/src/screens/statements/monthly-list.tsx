import { Alert } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { usePlatformNow } from '../../api/clock.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { dayInKorea } from '../../texts/times.js';
import { statementTexts } from './statements.texts.js';
import { formatIn, formatWords } from './statements.words.js';

const MONTH_LENGTH = 'yyyy-MM'.length;

/** Each seller's statements of a month in one row. */
export function MonthlyList() {
  const t = useTexts(statementTexts);
  const now = usePlatformNow();
  const [{ month = dayInKorea(now).slice(0, MONTH_LENGTH) }] = useAddress();
  const [said, setSaid] = useState<string>();
  return (
    <Page
      title={`${t.monthly} ${month}`}
      aside={
        <>
          <Archives month={month} />
          <ActionButton
            operation="mailMonthlyStatements"
            subject={month}
            label={t.mailAll}
            text={<p>{t.mailAllText(month)}</p>}
            fields={[{ name: 'format', kind: 'choice', label: t.format, words: formatWords, initial: 'pdf' }]}
            input={({ format }) => ({ params: { month }, body: { format: formatIn(format) } })}
            onDone={({ asked, alreadyAsked, withoutContact }) =>
              setSaid(t.mailAllDone(asked, alreadyAsked, withoutContact))
            }
          />
        </>
      }
    >
      {said === undefined ? null : (
        <Alert color="green" role="status">
          {said}
        </Alert>
      )}
      <Filters label={t.month} filters={[{ key: 'month', label: t.month, kind: 'month' }]} />
      <Rows month={month} />
    </Page>
  );
}

function Archives({ month }: Readonly<{ month: string }>) {
  const t = useTexts(statementTexts);
  const { language } = useLanguage();
  return (['pdf', 'xlsx'] as const).map((format) => (
    <DownloadButton
      key={format}
      operation="getMonthlyDocuments"
      label={t.zip(format.toUpperCase())}
      fileName={`statements-${month}.zip`}
      file={() => api.getMonthlyDocuments({ params: { month }, query: { format, lang: language } })}
    />
  ));
}

function Rows({ month }: Readonly<{ month: string }>) {
  const t = useTexts(statementTexts);
  return (
    <ResourceList
      name="listMonthlyStatements"
      input={{ params: { month } }}
      label={t.monthly}
      empty={t.monthlyEmpty}
      idOf={(row) => row.sellerId}
      columns={[
        {
          key: 'seller',
          title: t.seller,
          cell: (row) => <Id id={row.sellerId} at={places.monthlyStatement(month, row.sellerId)} />,
        },
        { key: 'statements', title: t.statements, align: 'end', width: '7rem', cell: (row) => row.statements },
        { key: 'dates', title: t.dates, width: '13rem', cell: (row) => `${row.firstDate} – ${row.lastDate}` },
        { key: 'opening', title: t.opening, align: 'end', cell: (row) => <Money won={row.opening} /> },
        { key: 'movements', title: t.movements, align: 'end', cell: (row) => <Money won={row.movements} /> },
        {
          key: 'payout',
          title: t.payout,
          align: 'end',
          cell: (row) => (
            <Go at={places.monthlyStatement(month, row.sellerId)}>
              <Money won={row.payoutAmount} />
            </Go>
          ),
        },
        { key: 'withheld', title: t.withheld, align: 'end', cell: (row) => <Money won={row.withheld} /> },
        { key: 'carried', title: t.carried, align: 'end', cell: (row) => <Money won={row.carried} /> },
      ]}
    />
  );
}
