import { Group } from '@mantine/core';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed, wonTyped } from '../../blocks/action-button/action.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { labels } from '../../texts/labels.js';
import { adjustmentWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { useAdjustmentColumns } from '../balances/adjustment-columns.js';
import { balanceTexts } from '../balances/balances.texts.js';
import { useHoldColumns } from '../balances/hold-columns.js';
import { useReserveColumns } from '../balances/reserve-columns.js';
import type { SellerShown } from './seller.js';

const isOfOne = ({ key }: Readonly<{ key: string }>) => key !== 'seller';

export function SellerHolds({ seller: { sellerId } }: SellerShown) {
  const t = useTexts(balanceTexts);
  return (
    <ResourceList
      name="listSellerHolds"
      label={t.holds}
      empty={t.noHolds}
      idOf={({ id }) => id}
      columns={useHoldColumns().filter(isOfOne)}
      input={{ params: { sellerId } }}
      filters={[{ key: 'open', label: t.isOpen, kind: 'yes' }]}
    />
  );
}

export function SellerReserves({ seller: { sellerId } }: SellerShown) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <>
      <Group>
        <ActionButton
          operation="releaseReserveSurplus"
          subject={sellerId}
          label={t.surplus}
          text={<p>{t.surplusText}</p>}
          fields={[{ name: 'reason', kind: 'reason', label: l.reason }]}
          input={({ reason = '' }) => ({ params: { sellerId }, body: { reason } })}
        />
      </Group>
      <ResourceList
        name="listReserves"
        label={t.reserves}
        empty={t.noReserves}
        idOf={({ id }) => id}
        columns={useReserveColumns().filter(isOfOne)}
        input={{ params: { sellerId } }}
        filters={[{ key: 'open', label: l.open, kind: 'yes' }]}
      />
    </>
  );
}

export function SellerAdjustments({ seller: { sellerId } }: SellerShown) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return (
    <>
      <Group>
        <ActionButton
          operation="proposeAdjustment"
          subject={sellerId}
          label={t.adjust}
          tone="primary"
          text={<p>{t.adjustText}</p>}
          fields={[
            { name: 'amount', kind: 'won', label: l.amount, hint: t.adjustAmountHint },
            { name: 'reason', kind: 'reason', label: l.reason },
            { name: 'reference', kind: 'text', label: l.reference, hint: t.referenceHint, isOptional: true },
          ]}
          input={({ amount, reason = '', reference }) => {
            const document = typed(reference);
            return {
              params: { sellerId },
              body: { amount: wonTyped(amount) ?? 0, reason, ...(document !== undefined && { reference: document }) },
            };
          }}
        />
      </Group>
      <ResourceList
        name="listAdjustments"
        label={t.adjustments}
        empty={t.noAdjustments}
        idOf={({ id }) => id}
        columns={useAdjustmentColumns().filter(isOfOne)}
        input={{ query: { sellerId } }}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: adjustmentWords },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
        ]}
      />
    </>
  );
}
