import { Text } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Reason } from '../../blocks/reason.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { type Place, places } from '../../layout/places.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { accountWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { wordFor } from '../../texts/words.js';
import { positionTexts } from './positions.texts.js';

type Position = ItemOf<'listSellerPositions'>;
type Account = keyof typeof accountWords;

const opens: Readonly<Record<Account, (sellerId: string) => Place>> = {
  pending: (id) => places.sellerPart(id, 'balance'),
  payable: (id) => places.sellerPart(id, 'balance'),
  reserved: (id) => places.sellerPart(id, 'payouts'),
  reserve: (id) => places.sellerPart(id, 'reserves', { open: 'true' }),
  debt: (id) => places.sellerPart(id, 'debt', { open: 'true' }),
};

/** Where each seller's money is, and what keeps it there. */
export function PositionList() {
  const [l, t] = [useTexts(labels), useTexts(positionTexts)];
  const { language } = useLanguage();
  const columns: readonly Column<Position>[] = [
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    ...(Object.keys(accountWords) as Account[]).map((account): Column<Position> => ({
      key: account,
      title: wordFor(accountWords, account, language),
      align: 'end',
      width: 'minmax(9.5rem, 1fr)',
      cell: (position) => (
        <Go at={opens[account](position.sellerId)}>
          <Money won={position[account]} />
        </Go>
      ),
    })),
    {
      key: 'paid',
      title: t.paid,
      align: 'end',
      cell: ({ sellerId, paid }) => (
        <Go at={places.sellerPart(sellerId, 'payouts', { state: 'paid' })}>
          <Money won={paid} />
        </Go>
      ),
    },
    {
      key: 'failed',
      title: t.failed,
      align: 'end',
      cell: ({ sellerId, failed, failedCount }) => (
        <Go at={places.sellerPart(sellerId, 'payouts', { state: 'failed' })}>
          <Money won={failed} /> {failedCount > 0 ? `(${failedCount})` : ''}
        </Go>
      ),
    },
    { key: 'withheld', title: t.withheld, align: 'end', isExtra: true, cell: (p) => <Money won={p.withheld} /> },
    { key: 'code', title: t.lastFailure, isExtra: true, cell: ({ lastFailureCode }) => lastFailureCode ?? '–' },
    {
      key: 'holds',
      title: t.kept,
      width: 'minmax(14rem, 2fr)',
      cell: ({ holdReasons }) => (holdReasons.length === 0 ? '–' : <Reasons codes={holdReasons} />),
    },
  ];
  return (
    <Page title={t.positions} lead={<Text c="dimmed">{t.lead}</Text>}>
      <ResourceList
        name="listSellerPositions"
        label={t.positions}
        empty={t.empty}
        idOf={({ sellerId }) => sellerId}
        columns={columns}
      />
    </Page>
  );
}

const Reasons = ({ codes }: Readonly<{ codes: readonly string[] }>) =>
  codes.map((code) => (
    <span key={code}>
      <Reason code={code} />{' '}
    </span>
  ));
