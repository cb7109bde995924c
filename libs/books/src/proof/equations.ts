/** One amount from two sources, which must agree for each account at the provider, day and currency. */
export type EquationDefinition = Readonly<{
  title: string;
  unit: 'money' | 'count';
  /** Names of the two sources, each with its label. */
  sides: readonly [readonly [name: string, label: string], readonly [name: string, label: string]];
}>;

const payments = ['payments', '결제 Payments (gateway)'] as const;
const transactions = ['transactions', '거래 Transactions (provider)'] as const;
const settlements = ['settlements', '정산 내역 Settlements (provider)'] as const;
const ledger = ['ledger', '원장 Ledger'] as const;
const found = ['found', '발견 Found'] as const;
const zero = ['expected', '기대 Expected'] as const;

// prettier-ignore
/** The equations of a night, in the order of a proof. The names of equations and sides stand in signed documents: they are permanent. */
export const equations = {
  // Days that the run read at the provider.
  ORDERS:            { title: '주문 Orders and their payments',               unit: 'money', sides: [['orders', '주문 Orders (gateway)'], payments] },
  APPROVED:          { title: '승인 Approved',                               unit: 'money', sides: [payments, transactions] },
  CANCELED:          { title: '취소 Canceled',                               unit: 'money', sides: [['cancels', '취소 Cancels (gateway)'], transactions] },
  SETTLED:           { title: '정산 Settled',                                unit: 'money', sides: [transactions, ['settlements', '정산 + 미정산 거래 Settlements + transactions without']] },
  FEES:              { title: '결제 수수료 Provider fees, VAT included',        unit: 'money', sides: [settlements, ['parts', '공급가액 + 부가세 Supply amount + VAT']] },
  SETTLED_NET:       { title: '정산 − 수수료 Settled less fees',               unit: 'money', sides: [['net', '정산 − 수수료 Settled − fees (provider)'], ['payOut', '지급 예정액 Pay-out amount (provider)']] },
  PAYOUTS:           { title: '지급 Payouts by payout date',                  unit: 'money', sides: [['payouts', '지급 Payouts (scheduler)'], ['listed', '지급 목록 Payouts listed (provider)']] },
  // Postings since the proof before.
  BOOKED_PAYMENTS:   { title: '결제 기장 Payments in the ledger',              unit: 'money', sides: [payments, ledger] },
  BOOKED_CANCELS:    { title: '취소 기장 Cancels in the ledger',               unit: 'money', sides: [['cancels', '취소 Cancels (gateway)'], ledger] },
  BOOKED_SETTLED:    { title: '정산 기장 Settlements in the ledger',           unit: 'money', sides: [settlements, ledger] },
  BOOKED_FEES:       { title: '수수료 기장 Fees in the ledger',                unit: 'money', sides: [settlements, ledger] },
  BOOKED_FEE_VAT:    { title: '수수료 부가세 기장 VAT of fees in the ledger',     unit: 'money', sides: [settlements, ledger] },
  BOOKED_NET:        { title: '정산 − 수수료 기장 Net settlements in the ledger', unit: 'money', sides: [settlements, ledger] },
  BOOKED_PAID_OUT:   { title: '지급 기장 Payouts in the ledger',               unit: 'money', sides: [['payouts', '지급 Payouts (scheduler)'], ledger] },
  // Balances at the moment of the proof.
  BALANCE_PENDING:   { title: '정산 대기 잔액 Balance pending',                unit: 'money', sides: [ledger, ['provider', '제공자 잔액 Balance (provider)']] },
  BALANCE_AVAILABLE: { title: '지급 가능 잔액 Balance available',              unit: 'money', sides: [['ledger', '원장 − 이체 중 Ledger less in flight'], ['provider', '제공자 잔액 Balance (provider)']] },
  STATEMENTS:        { title: '명세서 Statements and their payouts',          unit: 'money', sides: [['statements', '명세서 Statements (scheduler)'], ['payouts', '지급 Payouts (scheduler)']] },
  WITHHELD:          { title: '원천징수 Tax withheld',                        unit: 'money', sides: [['statements', '명세서 Statements (scheduler)'], ledger] },
  RESERVED:          { title: '지급 예약 Reserved for payouts',               unit: 'money', sides: [['payouts', '진행 중 지급 Payouts on their way (scheduler)'], ledger] },
  UNALLOCATED:       { title: '주문 없는 돈 Money without an order',           unit: 'money', sides: [payments, ledger] },
  REFUNDS:           { title: '환불 진행 중 Refunds on their way to buyers',    unit: 'money', sides: [['provider', '제공자 Held by the provider'], ['buyers', '구매자 Owed to buyers']] },
  SELLERS:           { title: '판매자 잔액 Balances of sellers',               unit: 'money', sides: [['balances', '잔액 Running balances'], ledger] },
  LEDGER_SUM:        { title: '시산표 합계 Trial balance',                    unit: 'money', sides: [found, zero] },
  SUSPENSE:          { title: '설명 없는 돈 Suspense',                        unit: 'money', sides: [found, zero] },
  OPEN_BREAKS:       { title: '미해결 차이 Open breaks',                      unit: 'count', sides: [found, zero] },
} as const satisfies Record<string, EquationDefinition>;
export type EquationName = keyof typeof equations;
export const equationNames = Object.keys(equations) as EquationName[];
export const isEquation = (name: string): name is EquationName => Object.hasOwn(equations, name);
