import { Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { taxTexts } from './tax.texts.js';
import { directionWords, taxKindWords, taxStateWords } from './tax.words.js';

/** Tax invoices of all months. */
export function TaxInvoiceList() {
  const t = useTexts(taxTexts);
  return (
    <Page title={t.title} aside={<MonthActions />}>
      <ResourceList
        name="listTaxInvoices"
        label={t.title}
        empty={t.empty}
        idOf={(invoice) => invoice.id}
        columns={[
          { key: 'month', title: t.month, width: '7rem', cell: (i) => <Go at={places.taxInvoice(i.id)}>{i.month}</Go> },
          { key: 'seller', title: t.seller, cell: (i) => <Id id={i.sellerId} at={places.seller(i.sellerId)} /> },
          { key: 'state', title: t.state, width: '13rem', cell: (i) => <State words={taxStateWords} is={i.state} /> },
          {
            key: 'direction',
            title: t.direction,
            width: 'minmax(14rem, 1fr)',
            cell: (i) => <InWords words={directionWords} is={i.direction} />,
          },
          { key: 'supply', title: t.supply, align: 'end', cell: (i) => <Money won={i.supply} /> },
          { key: 'vat', title: t.vat, align: 'end', cell: (i) => <Money won={i.vat} /> },
          {
            key: 'total',
            title: t.total,
            align: 'end',
            cell: (i) => (
              <Go at={places.taxInvoice(i.id)}>
                <Money won={i.total} />
              </Go>
            ),
          },
          {
            key: 'issueBy',
            title: t.issueBy,
            cell: (i) => (i.late ? <strong>{`${i.issueBy} · ${t.late}`}</strong> : i.issueBy),
          },
          { key: 'kind', title: t.kind, isExtra: true, cell: (i) => <InWords words={taxKindWords} is={i.kind} /> },
          { key: 'reference', title: t.reference, isExtra: true, cell: (i) => <Id id={i.externalReference} /> },
        ]}
        filters={[
          { key: 'month', label: t.month, kind: 'month' },
          { key: 'sellerId', label: t.seller, kind: 'text' },
          { key: 'state', label: t.state, kind: 'choice', words: taxStateWords },
          { key: 'direction', label: t.direction, kind: 'choice', words: directionWords },
          { key: 'kind', label: t.kind, kind: 'choice', words: taxKindWords },
          { key: 'late', label: t.late, kind: 'yes' },
        ]}
      />
    </Page>
  );
}

function MonthActions() {
  const t = useTexts(taxTexts);
  const [{ month }] = useAddress();
  return (
    <>
      <ActionButton
        operation="draftTaxInvoices"
        subject="month"
        label={t.draft}
        text={<p>{t.draftText}</p>}
        fields={[{ name: 'month', kind: 'month', label: t.month, initial: month ?? '' }]}
        input={({ month: wanted = '' }) => ({ body: { month: wanted } })}
        result={({ drafted, updated, differing }) => <p>{t.drafted(drafted, updated, differing)}</p>}
      />
      {month === undefined ? (
        <Text size="sm" maw={320}>
          {t.fileNeed}
        </Text>
      ) : (
        <DownloadButton
          operation="getTaxFile"
          label={t.file(month)}
          fileName={`tax-${month}.csv`}
          file={() => api.getTaxFile({ params: { month } })}
        />
      )}
    </>
  );
}
