import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import type { Column, Filter } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { accountChangeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { sellerTexts } from './sellers.texts.js';

type Change = ItemOf<'listAccountChanges'>;
type FilterKey = 'sellerId' | 'open' | 'state' | 'from' | 'to';

/** Changes of accounts, of all sellers or of one. */
export function AccountChangeRows({ fixed }: Readonly<{ fixed?: Readonly<{ sellerId: string }> }>) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  const columns: readonly Column<Change>[] = [
    { key: 'id', title: l.id, cell: ({ changeId }) => <Id id={changeId} at={places.accountChange(changeId)} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    {
      key: 'state',
      title: l.state,
      width: '14rem',
      cell: ({ state }) => <State words={accountChangeWords} is={state} />,
    },
    { key: 'new', title: t.newAccount, cell: ({ bankCode, accountNumber }) => `${bankCode} ${accountNumber}` },
    {
      key: 'old',
      title: t.oldAccount,
      cell: ({ previousBankCode, previousAccountNumber }) => `${previousBankCode} ${previousAccountNumber}`,
    },
    { key: 'by', title: t.askedBy, cell: ({ askedBy }) => askedBy },
    { key: 'at', title: t.askedAt, width: '12rem', cell: ({ askedAt }) => <Kst at={askedAt} /> },
    { key: 'from', title: t.payableFrom, width: '12rem', cell: ({ payableFrom }) => <Kst at={payableFrom} /> },
  ];
  const filters: readonly Filter<FilterKey>[] = [
    { key: 'open', label: l.open, kind: 'yes' },
    { key: 'state', label: l.state, kind: 'choice', words: accountChangeWords },
    { key: 'sellerId', label: l.seller, kind: 'text' },
    { key: 'from', label: l.from, kind: 'date' },
    { key: 'to', label: l.to, kind: 'date' },
  ];
  const isFree = ({ key }: Readonly<{ key: string }>) =>
    fixed === undefined || (key !== 'seller' && key !== 'sellerId');
  return (
    <ResourceList
      name="listAccountChanges"
      label={t.accountChanges}
      empty={t.noAccountChanges}
      idOf={({ changeId }) => changeId}
      columns={columns.filter(isFree)}
      {...(fixed && { input: { query: fixed } })}
      filters={filters.filter(isFree)}
    />
  );
}
