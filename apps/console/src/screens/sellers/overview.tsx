import { SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { InWords } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { places } from '../../layout/places.js';
import { sumOf, type WireWon, wonOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { accountWords, businessTypeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { Erasure } from './erasure.js';
import { Headroom } from './headroom.js';
import type { SellerShown } from './seller.js';
import { SellerWait } from './seller-wait.js';
import { sellerTexts } from './sellers.texts.js';

/** Who the seller is, what is waited for, and where the money is. */
export function Overview({ seller }: SellerShown) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  const position = useRead('getSellerPosition', { input: { params: { sellerId: seller.sellerId } } });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Panel title={t.position}>
        <Loaded of={position}>{(data) => <Position position={data} />}</Loaded>
      </Panel>
      <Panel title={t.titleOf(seller.sellerId)} aside={<Erase seller={seller} />}>
        <Facts
          facts={[
            [l.waitsFor, seller.waiting === null ? t.nothingWaits : <SellerWait waiting={seller.waiting} />, 'wide'],
            [t.businessType, <InWords key="type" words={businessTypeWords} is={seller.businessType} />],
            [
              t.account,
              <Go key="account" at={places.sellerPart(seller.sellerId, 'accounts')}>
                {`${t.accountOf(seller.bankCode)}, ${seller.accountNumber}`}
              </Go>,
            ],
            [t.providerId, <Id key="provider" id={seller.providerSellerId} />],
            seller.refusalCode !== null && [t.refusal, seller.refusalCode],
            [t.applied, <Kst key="applied" at={seller.createdAt} />],
            [t.updated, <Kst key="updated" at={seller.updatedAt} />],
          ]}
        />
      </Panel>
      <Headroom sellerId={seller.sellerId} />
    </SimpleGrid>
  );
}

function Position({ position }: Readonly<{ position: OutputOf<'getSellerPosition'> }>) {
  const t = useTexts(sellerTexts);
  const { sellerId, pending, payable, reserved, reserve, debt, held } = position;
  const opens = {
    pending: places.sellerPart(sellerId, 'balance'),
    payable: places.sellerPart(sellerId, 'balance'),
    reserved: places.sellerPart(sellerId, 'payouts'),
    reserve: places.sellerPart(sellerId, 'reserves', { open: 'true' }),
    debt: places.sellerPart(sellerId, 'debt', { open: 'true' }),
  };
  const won = { pending, payable, reserved, reserve, debt: (-wonOf(debt)).toString() };
  const kinds = Object.keys(accountWords) as (keyof typeof accountWords)[];
  const parts = kinds.map((key) => ({
    key,
    label: <InWords words={accountWords} is={key} />,
    won: won[key],
    opens: opens[key],
  }));
  const holds = places.sellerPart(sellerId, 'holds', { open: 'true' });
  return (
    <>
      <Sum
        caption={t.positionCaption}
        parts={parts}
        totalLabel={t.positionTotal}
        total={sumOf(parts.map((part) => part.won)).toString()}
      />
      <Text size="sm">{t.kept}</Text>
      <Facts
        facts={[
          [t.heldSeller, <Held key="seller" won={held.seller} at={holds} />],
          [t.heldOrders, <Held key="orders" won={held.orders} at={holds} />],
          [t.heldAmounts, <Held key="amounts" won={held.amounts} at={holds} />],
          [t.futureDebits, <Held key="debits" won={held.futureDebits} at={places.cancels({ sellerId })} />],
          [t.withheld, <Money key="withheld" won={position.withheldThisYear} />],
          [t.nextStatement, position.nextStatementDate ?? t.noNext],
        ]}
      />
    </>
  );
}

const Held = ({ won, at }: Readonly<{ won: WireWon; at: ReturnType<typeof places.holds> }>) => (
  <Go at={at}>
    <Money won={won} />
  </Go>
);

/** Erases what is kept of a seller, and says what was erased and what a law keeps. */
function Erase({ seller: { sellerId, state } }: SellerShown) {
  const t = useTexts(sellerTexts);
  const isOver = state === 'refused' || state === 'closed';
  return (
    <ActionButton
      operation="eraseSeller"
      subject={sellerId}
      label={t.erase}
      tone="danger"
      text={<p>{t.eraseText}</p>}
      fields={[
        { name: 'request', kind: 'text', label: t.request, hint: t.requestHint, pattern: /^[A-Za-z0-9._-]{1,64}$/ },
      ]}
      input={({ request = '' }) => ({ params: { sellerId }, body: { request: request.trim() } })}
      unless={isOver ? undefined : t.eraseOnly}
      result={(erasure) => <Erasure erasure={erasure} />}
    />
  );
}
