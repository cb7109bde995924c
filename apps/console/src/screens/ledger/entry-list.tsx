import { Alert, Group, Stack } from '@mantine/core';
import { api } from '../../api/client.js';
import type { ItemOf } from '../../api/names.js';
import { DownloadButton } from '../../blocks/download-button.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column, Filter } from '../../blocks/resource-list/columns.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfAccount } from './accounts.js';
import { ledgerTexts } from './ledger.texts.js';

type Entry = ItemOf<'listLedgerEntries'>;
type Key = 'account' | 'sellerId' | 'currency' | 'from' | 'until';

/** Entries of one account, or of all accounts of one seller. */
export function EntryList() {
  const t = useTexts(ledgerTexts);
  const [{ account, sellerId, currency, from, until }] = useAddress();
  const isNamed = account !== undefined || sellerId !== undefined;
  const asked = { account, sellerId, currency, from, until };
  const file = (format: 'csv' | 'ndjson') => () => api.exportLedgerEntries({ query: { ...asked, format } });
  const filters: readonly Filter<Key>[] = [
    { key: 'account', label: t.account, kind: 'text' },
    { key: 'sellerId', label: t.seller, kind: 'text' },
    { key: 'currency', label: t.currency, kind: 'text' },
    { key: 'from', label: t.from, kind: 'time' },
    { key: 'until', label: t.until, kind: 'time' },
  ];
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <DownloadButton operation="exportLedgerEntries" label={t.csv} fileName="entries.csv" file={file('csv')} />
        <DownloadButton
          operation="exportLedgerEntries"
          label={t.ndjson}
          fileName="entries.ndjson"
          file={file('ndjson')}
        />
      </Group>
      {isNamed ? (
        <ResourceList
          name="listLedgerEntries"
          label={t.entries}
          empty={t.entriesEmpty}
          idOf={(entry) => entry.id}
          columns={columnsIn(t)}
          filters={filters}
        />
      ) : (
        <>
          <Filters filters={filters} />
          <Alert variant="outline" color="gray">
            {t.entriesNeed}
          </Alert>
        </>
      )}
    </Stack>
  );
}

const columnsIn = (t: (typeof ledgerTexts)['en']): readonly Column<Entry>[] => [
  { key: 'id', title: t.id, width: '6rem', cell: (e) => <Id id={e.id} at={places.entry(e.id)} /> },
  { key: 'effective', title: t.effective, width: '15rem', cell: (e) => <Kst at={e.effectiveAt} seconds /> },
  { key: 'template', title: t.template, cell: (e) => <Go at={places.posting(e.postingId)}>{e.template}</Go> },
  {
    key: 'account',
    title: t.account,
    width: 'minmax(14rem, 2fr)',
    cell: (e) => <Go at={placeOfAccount(e.account, e.currency)}>{e.account}</Go>,
  },
  { key: 'amount', title: t.amount, align: 'end', cell: (e) => <Money won={e.amount} currency={e.currency} /> },
  { key: 'balance', title: t.running, align: 'end', cell: (e) => <Money won={e.balance} currency={e.currency} /> },
  { key: 'key', title: t.key, width: 'minmax(16rem, 2fr)', isExtra: true, cell: (e) => <Id id={e.postingKey} /> },
];
