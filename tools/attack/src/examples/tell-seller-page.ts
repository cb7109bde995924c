import { first, MARKET, SELLER, sellers } from './people.js';
import type { StoryWorld } from './story-world.js';

/** The market opens the bookshop's page, and the bookshop reads where its money is. */
export async function tellSellerPage({ teller }: StoryWorld): Promise<void> {
  const body = { minutes: 15, displayName: '한빛책방', lang: 'ko' } as const;
  await teller.tell('openSellerSession', MARKET, { params: { sellerId: sellers.books }, body });
  await teller.tell('getSellerPageOwner', SELLER, {});
  await teller.tell('getSellerPageMoney', SELLER, { query: { lang: 'ko' } });
  const payouts = await teller.tell('listSellerPagePayouts', SELLER, { query: { lang: 'ko' } });
  const { payoutId } = first(payouts.items, 'payout of the bookshop');
  await teller.tell('explainSellerPagePayout', SELLER, { params: { payoutId }, query: { lang: 'ko' } });
  const statements = await teller.tell('listSellerPageStatements', SELLER, { query: { lang: 'ko' } });
  const { statementId } = first(statements.items, 'statement of the bookshop');
  await teller.tell('getSellerPageDocument', SELLER, {
    params: { statementId },
    query: { format: 'csv', lang: 'ko' },
  });
  await teller.tell('listSellerPageEvents', SELLER, {});
}
