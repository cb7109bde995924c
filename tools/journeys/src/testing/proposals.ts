import { OPERATOR, sellers, type StoryWorld } from '@jeongsan/attack/story';

/** Leaves proposals that a second person has yet to decide, so that screens show the buttons for it. */
export async function leaveProposals({ teller }: StoryWorld): Promise<void> {
  const effectiveFrom = '2026-12-01';
  await teller.ask('proposeAdjustment', OPERATOR, {
    params: { sellerId: sellers.books },
    body: { amount: 5_000, reason: '배송 지연 보상', reference: 'CS-2026-0601' },
  });
  const { items } = await teller.ask('listTerms', OPERATOR, { params: { sellerId: sellers.books } });
  const commission = { charge: { kind: 'RATE', rate: 6_000 } } as const;
  const [terms] = items;
  if (terms) {
    await teller.ask('proposeTermsChange', OPERATOR, {
      body: {
        ...{ sellerId: sellers.books, effectiveFrom, commission },
        ...{ tranches: [...terms.tranches], cycle: terms.cycle, datePolicy: terms.datePolicy },
      },
    });
  }
  await teller.ask('proposeMatchingRule', OPERATOR, {
    body: { class: 'SETTLEMENT_FEE', tolerance: 2, effectiveFrom, reason: '끝수 차이 허용' },
  });
  const rule = { category: 'ceramics', commission, effectiveFrom: '2026-05-26', effectiveTo: null };
  await teller.ask('proposeRuleChange', OPERATOR, {
    body: { kind: 'begin', rule: { id: '0197130a-5a3c-7000-8000-5f1e2d3c4b5d', ...rule } },
  });
}
