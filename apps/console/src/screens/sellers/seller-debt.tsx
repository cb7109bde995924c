import { Group } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { usePages, useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { instantTyped, KOREAN_TIME, wonTyped } from '../../blocks/action-button/action.js';
import { Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { sumOf, wonIn, wonOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from '../balances/balances.texts.js';
import { useRepaymentColumns } from '../balances/repayment-columns.js';
import { useWriteOffColumns } from '../balances/write-off-columns.js';
import type { SellerShown } from './seller.js';
import { sellerTexts } from './sellers.texts.js';

type Item = ItemOf<'getSellerDebt'>;
type OfSeller = Readonly<{ sellerId: string }>;
/** What becomes of a debt: an item's amount is the sum of these. */
const fates = [
  ['recovered', 'recovered'],
  ['repaid', 'repaid'],
  ['writtenOff', 'writtenOff'],
  ['left', 'debt'],
] as const;

function useItemColumns(): readonly Column<Item>[] {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return [
    { key: 'since', title: t.since, width: '8rem', cell: ({ since }) => since },
    {
      key: 'order',
      title: l.order,
      cell: ({ orderId }) => <Id id={orderId} at={orderId === null ? null : places.order(orderId)} />,
    },
    {
      key: 'cancel',
      title: t.origin,
      cell: ({ cancelId }) => (cancelId === null ? t.noCancel : <Id id={cancelId} at={places.cancel(cancelId)} />),
    },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    ...fates.map(([key, title]): Column<Item> => ({
      key,
      title: key === 'left' ? l.left : t[title],
      align: 'end',
      cell: (item) => <Money won={item[key]} />,
    })),
  ];
}

/** What the seller owes and why, and what can be done about it. */
export function SellerDebt({ seller: { sellerId } }: SellerShown) {
  const [l, t, s] = [useTexts(labels), useTexts(balanceTexts), useTexts(sellerTexts)];
  const columns = useItemColumns();
  return (
    <>
      <Group gap="xs">
        <RecordRepayment sellerId={sellerId} />
        <RequestWriteOff sellerId={sellerId} />
      </Group>
      <Fates sellerId={sellerId} />
      <ResourceList
        name="getSellerDebt"
        label={s.debtItems}
        empty={s.noDebt}
        idOf={({ entryId }) => entryId}
        columns={columns}
        input={{ params: { sellerId } }}
        filters={[{ key: 'open', label: l.open, kind: 'yes' }]}
      />
      <Panel title={t.writeOffs}>
        <ResourceList
          name="listWriteOffs"
          label={t.writeOffs}
          empty={t.noWriteOffs}
          idOf={({ id }) => id}
          columns={useWriteOffColumns().filter(({ key }) => key !== 'seller')}
          input={{ query: { sellerId } }}
        />
      </Panel>
      <Panel title={t.repayments}>
        <ResourceList
          name="listRepayments"
          label={t.repayments}
          empty={t.noRepayments}
          idOf={({ id }) => id}
          columns={useRepaymentColumns().filter(({ key }) => key !== 'seller')}
          input={{ query: { sellerId } }}
        />
      </Panel>
    </>
  );
}

/** What became of the debts of the list, added up. It is the list's own read. */
function Fates({ sellerId }: OfSeller) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const [search] = useAddress();
  const open = (['true', 'false'] as const).find((one) => one === search['open']);
  const query = open === undefined ? {} : { open };
  const list = usePages('getSellerDebt', { params: { sellerId }, query });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title={t.sumOfItem}>
      <Sum
        caption={t.sumOfItem}
        parts={fates.map(([key, title]) => ({
          key,
          label: key === 'left' ? l.left : t[title],
          won: sumOf(items.map((item) => item[key])).toString(),
        }))}
        total={sumOf(items.map(({ amount }) => amount)).toString()}
      />
    </Panel>
  );
}

function RecordRepayment({ sellerId }: OfSeller) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <ActionButton
      operation="recordRepayment"
      subject={sellerId}
      label={t.recordRepayment}
      text={<p>{t.recordRepaymentText}</p>}
      fields={[
        { name: 'amount', kind: 'won', label: l.amount },
        { name: 'receivedAt', kind: 'text', label: t.receivedAt, hint: t.receivedHint, pattern: KOREAN_TIME },
        { name: 'reference', kind: 'text', label: t.bankReference },
        { name: 'reason', kind: 'reason', label: l.reason },
      ]}
      input={({ amount, receivedAt, reference = '', reason = '' }) => ({
        params: { sellerId },
        body: { amount: wonTyped(amount) ?? 0, receivedAt: instantTyped(receivedAt) ?? '', reference, reason },
      })}
    />
  );
}

function RequestWriteOff({ sellerId }: OfSeller) {
  const [l, t, s] = [useTexts(labels), useTexts(balanceTexts), useTexts(sellerTexts)];
  const { language } = useLanguage();
  const owed = useRead('getSellerPosition', { input: { params: { sellerId } } }).data?.debt ?? 0;
  return (
    <ActionButton
      operation="requestWriteOff"
      subject={sellerId}
      label={t.requestWriteOff}
      text={<p>{t.requestWriteOffText(wonIn(language, wonOf(owed)))}</p>}
      fields={[
        { name: 'amount', kind: 'won', label: l.amount, initial: String(owed) },
        { name: 'reason', kind: 'reason', label: l.reason },
      ]}
      input={({ amount, reason = '' }) => ({ params: { sellerId }, body: { amount: wonTyped(amount) ?? 0, reason } })}
      unless={wonOf(owed) > 0n ? undefined : s.noDebt}
    />
  );
}
