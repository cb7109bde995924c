import { APPROVER, first, MARKET, OPERATOR, sellers } from './people.js';
import type { StoryWorld } from './story-world.js';
import { termsAt } from './terms-at.js';

const applications = [
  {
    sellerId: sellers.books,
    businessType: 'INDIVIDUAL_BUSINESS',
    name: '한빛책방',
    representativeName: '이서윤',
    businessRegistrationNumber: '1234567891',
    email: 'hello@hanbit-books.example',
    phone: '01020301040',
    account: { bankCode: '088', accountNumber: '110123456789', holderName: '이서윤' },
  },
  {
    sellerId: sellers.ceramics,
    businessType: 'INDIVIDUAL',
    name: '박도현',
    email: 'namu@ceramics.example',
    phone: '01020301041',
    account: { bankCode: '004', accountNumber: '94160200123456', holderName: '박도현' },
  },
  {
    sellerId: sellers.tea,
    businessType: 'INDIVIDUAL',
    name: '최가온',
    email: 'gaon@tea.example',
    phone: '01020301042',
    account: { bankCode: '004', accountNumber: '94160200123457', holderName: '최가온' },
  },
] as const;

/** Sellers apply, get terms and are verified. */
export async function tellSellers(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const { control } = platform.clients;
  for (const body of applications) await teller.tell('applySeller', MARKET, { body });
  const reserve = { kind: 'ROLLING', rate: 5_000, days: 30 } as const;
  for (const [sellerId, document] of [
    [sellers.books, { ...termsAt(4_400), reserve, minimumPayout: 1_000 }],
    [sellers.ceramics, { ...termsAt(8_800), reserve: { kind: 'FIXED', amount: 20_000 } }],
    [sellers.tea, termsAt(8_800)],
  ] as const)
    await teller.tell('setTerms', OPERATOR, {
      params: { sellerId },
      body: { effectiveFrom: '2026-05-01', ...document },
    });
  await world.later();
  const { items } = await teller.tell('listSellerViews', OPERATOR, { query: { limit: '10' } });
  for (const { sellerId, providerSellerId: id } of items) {
    if (id === null || sellerId === sellers.tea) continue;
    if (sellerId === sellers.ceramics) await control.finishIdentityCheck({ params: { id } });
    else await control.finishIdentityCheck({ params: { id } }).then(() => control.finishKyc({ params: { id } }));
  }
  await world.later();
  await teller.tell('getSellerView', MARKET, { params: { sellerId: sellers.books } });
  await teller.tell('listTerms', OPERATOR, { params: { sellerId: sellers.books } });
  await teller.tell('listAllTerms', OPERATOR, { query: { on: '2026-05-26', limit: '2' } });
}

/** Business days, rates by category, and changes of terms that a second person decides. */
export async function tellTerms({ teller }: StoryWorld): Promise<void> {
  const holiday = { date: '2026-07-17', kind: 'add', name: '제헌절' } as const;
  await teller.tell('overrideHoliday', OPERATOR, { body: holiday });
  await teller.tell('getCalendar', OPERATOR, { query: { from: '2026-06-01', to: '2026-06-07' } });
  await teller.tell('previewSettlementDates', OPERATOR, {
    params: { sellerId: sellers.books },
    query: { from: '2026-06-01', count: '3' },
  });
  const ruleId = '0197130a-5a3c-7000-8000-5f1e2d3c4b5a';
  const rule = {
    commission: { charge: { kind: 'RATE', rate: 3_300 } },
    effectiveFrom: '2026-06-10',
    effectiveTo: null,
  } as const;
  await teller.tell('createCommissionRule', OPERATOR, { body: { id: ruleId, category: 'stationery', ...rule } });
  await teller.tell('listCommissionRules', OPERATOR, { query: {} });
  await teller.tell('getCommissionRule', OPERATOR, { params: { ruleId } });
  const end = { effectiveTo: '2026-12-31' } as const;
  await teller.tell('endCommissionRule', OPERATOR, { params: { ruleId }, body: end });

  const change = { sellerId: sellers.ceramics, effectiveFrom: '2026-06-05', ...termsAt(7_700) } as const;
  const proposed = await teller.tell('proposeTermsChange', OPERATOR, { body: change });
  await teller.tell('listTermsChanges', OPERATOR, { query: {} });
  const changeId = proposed.id;
  const shown = await teller.tell('getTermsChange', OPERATOR, { params: { changeId } });
  await teller.tell('approveTermsChange', APPROVER, { params: { changeId }, body: { contentHash: shown.contentHash } });
  const other = await teller.tell('proposeTermsChange', OPERATOR, { body: { ...change, effectiveFrom: '2026-06-06' } });
  await teller.tell('rejectTermsChange', APPROVER, { params: { changeId: other.id } });
}

/** Rules that reach back over sold lines; needs orders. */
export async function tellRuleChanges(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const begin = (id: string, category: string) =>
    ({
      kind: 'begin',
      rule: {
        id,
        category,
        commission: { charge: { kind: 'RATE', rate: 2_200 } },
        effectiveFrom: '2026-05-26',
        effectiveTo: null,
      },
    }) as const;
  const body = begin('0197130a-5a3c-7000-8000-5f1e2d3c4b5b', 'books');
  const { id: changeId } = await teller.tell('proposeRuleChange', OPERATOR, { body });
  await world.later();
  await teller.tell('listRuleChanges', OPERATOR, { query: {} });
  const shown = await teller.tell('getRuleChange', OPERATOR, { params: { changeId } });
  await teller.tell('listRuleChangeLines', OPERATOR, { params: { changeId }, query: { sellerId: sellers.books } });
  await teller.tell('approveRuleChange', APPROVER, { params: { changeId }, body: { contentHash: shown.contentHash } });
  const other = await teller.tell('proposeRuleChange', OPERATOR, {
    body: begin('0197130a-5a3c-7000-8000-5f1e2d3c4b5c', 'ceramics'),
  });
  await teller.tell('rejectRuleChange', APPROVER, { params: { changeId: other.id } });
  await world.later();
}

/** Sellers change their account. */
export async function tellAccounts(world: StoryWorld): Promise<void> {
  const { teller } = world;
  const change = (sellerId: string, accountNumber: string, holderName: string) =>
    teller.tell('changeSellerAccount', MARKET, {
      params: { sellerId },
      body: { bankCode: '088', accountNumber, holderName },
    });
  await change(sellers.books, '110987654321', '이서윤');
  await change(sellers.ceramics, '110987654322', '박도현');
  const items = await world.until('two account changes that wait for a person', async () => {
    const { items: all } = await teller.ask('listAccountChanges', OPERATOR, { query: {} });
    return all.some(({ state }) => state === 'asked') ? undefined : all;
  });
  await teller.tell('listAccountChanges', OPERATOR, { query: {} });
  const of = (seller: string) =>
    first(
      items.filter(({ sellerId }) => sellerId === seller),
      `account change of ${seller}`,
    );
  const { changeId } = of(sellers.books);
  await teller.tell('getAccountChange', OPERATOR, { params: { changeId } });
  const body = { reason: '사업자 명의 통장 사본 확인' };
  await teller.tell('confirmAccountChange', APPROVER, { params: { changeId }, body });
  await teller.tell('rejectAccountChange', APPROVER, {
    params: { changeId: of(sellers.ceramics).changeId },
    body: { reason: '판매자가 요청하지 않은 변경' },
  });
}

/** The provider refuses a seller's registration; the seller asks to be forgotten. */
export async function tellSellerErasure(world: StoryWorld): Promise<void> {
  const { teller, platform } = world;
  const refused = {
    sellerId: 'onul-bakery',
    businessType: 'INDIVIDUAL',
    name: '정오늘',
    email: 'onul@bakery.example',
    phone: '01020301043',
    account: { bankCode: '004', accountNumber: '94160200123458', holderName: '정오늘' },
  } as const;
  await platform.clients.control.changeSettings({ body: { onlyCorporateSellers: true } });
  await teller.tell('applySeller', MARKET, { body: refused });
  const params = { sellerId: refused.sellerId };
  await world.until('a seller that the provider refused', async () => {
    const { state } = await teller.ask('getSellerView', OPERATOR, { params });
    return state === 'refused' ? state : undefined;
  });
  await teller.tell('eraseSeller', OPERATOR, { params, body: { request: 'CS-2026-0019' } });
}
