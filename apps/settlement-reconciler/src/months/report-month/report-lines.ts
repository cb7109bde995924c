import { chart, naturalSign } from '@jeongsan/ledger';
import type { MonthAccount, ReportLine } from '@jeongsan/platform-contract';

type Line = Readonly<{
  ko: string;
  en: string;
  /** Accounts by kind, as in the trial balance. */
  account: string;
  sign: bigint;
  /** Only these kinds of posting. Absent: the whole account, with its opening and closing balance. */
  templates?: readonly string[];
}>;

const of = (account: { code: string; kind: keyof typeof naturalSign }, ko: string, en: string): Line => ({
  ko,
  en,
  account: account.code.replace('seller:*:', 'seller:'),
  sign: naturalSign[account.kind],
});
const part = (line: Line, sign: bigint, ...templates: string[]): Line => ({ ...line, sign, templates });
/** All sellers together. */
const ALL = '*';

// prettier-ignore
/** The lines of the platform's month report, in their order. */
export const reportLines = {
  SALES:            part(of(chart.providerReceivable(), '결제 승인', 'Payments approved'), 1n, 'payment.approved', 'payment.unallocated'),
  CANCELS:          part(of(chart.providerReceivable(), '취소', 'Cancels'), -1n, 'payment.canceled', 'unallocated.canceled', 'cancel.reallocated'),
  SETTLED:          part(of(chart.providerReceivable(), '제공자 정산', 'Settled by the provider'), -1n, 'settlement.pending'),
  RECEIVABLE:       of(chart.providerReceivable(), '제공자 미정산', 'Approved and not settled'),
  PROVIDER_PENDING: of(chart.providerPending(), '제공자 정산 대기', 'Pending at the provider'),
  PROVIDER_BALANCE: of(chart.providerAvailable(), '제공자 지급 가능', 'Available at the provider'),
  PROVIDER_REFUNDS: of(chart.providerRefunds(), '제공자 환불 예정', 'Refunds that the provider has not transferred'),
  PROVIDER_FEES:    of(chart.providerFees(), '결제 수수료', "The provider's fees"),
  PROVIDER_FEE_VAT: of(chart.providerFeeVat(), '결제 수수료 부가세', "VAT of the provider's fees"),
  COMMISSION:       of(chart.platformCommission(), '판매 수수료', 'Commission'),
  FEES:             of(chart.platformFees(), '기타 수수료', 'Other fees'),
  VAT:              of(chart.platformVat(), '수수료 부가세', 'VAT of commission and fees'),
  WITHHOLDING:      of(chart.platformWithholding(), '원천징수', 'Tax withheld'),
  PROMOTIONS:       of(chart.platformPromotion(), '프로모션 부담액', 'Promotions'),
  ADJUSTMENTS:      of(chart.platformAdjustments(), '조정', 'Adjustments by hand'),
  WRITE_OFFS:       of(chart.platformWriteOff(), '대손', 'Debts written off'),
  BANK:             of(chart.platformBank(), '은행 입금', 'Received at the bank'),
  SELLERS_PENDING:  of(chart.sellerPending(ALL), '판매자 미확정', 'Sellers: not matured'),
  PAYABLES:         of(chart.sellerPayable(ALL), '판매자 지급 예정', 'Sellers: payable'),
  RESERVED:         of(chart.sellerReserved(ALL), '판매자 지급 진행', 'Sellers: on the way'),
  RESERVES:         of(chart.sellerReserve(ALL), '판매자 유보금', 'Sellers: reserves'),
  DEBTS:            of(chart.sellerDebt(ALL), '판매자 미수금', 'Sellers: debts'),
  PAYOUTS:          part(of(chart.sellerReserved(ALL), '지급', 'Paid out'), 1n, 'payout.paid'),
  PAYOUTS_RETURNED: part(of(chart.sellerPayable(ALL), '지급 반환', 'Payouts returned'), -1n, 'payout.returned'),
  UNALLOCATED:      of(chart.unallocated(), '주문 미확인 금액', 'Money without an order'),
  REFUNDS:          of(chart.buyersRefunds(), '환불 진행', 'Refunds on their way'),
  SUSPENSE:         of(chart.suspense(), '가계정', 'Suspense'),
} as const satisfies Record<string, Line>;
export type ReportLineName = keyof typeof reportLines;
export const reportLineNames = Object.keys(reportLines) as ReportLineName[];

const FURTHER = /^provider:(.+):(pending|available)$/;

/** The lines of the market's further accounts at the provider, each behind the line of the main account. */
function linesWith(won: readonly MonthAccount[]): [string, Line][] {
  const further = won.flatMap(({ account }) => {
    const [, name, part] = FURTHER.exec(account) ?? [];
    return name === undefined ? [] : [{ account, name, main: `provider:${part}` }];
  });
  return reportLineNames.flatMap((line) => {
    const main: Line = reportLines[line];
    const others = further.filter((one) => one.main === main.account);
    return [
      [line, main] as [string, Line],
      ...others.map(({ account, name }): [string, Line] => [
        `${line}/${name}`,
        { ...main, account, ko: `${main.ko} (${name})`, en: `${main.en} (${name})` },
      ]),
    ];
  });
}

/** The lines in won, each summed from the movements of its account. Each account has one line with its balances. */
export function linesOf(accounts: readonly MonthAccount[]): ReportLine[] {
  const won = accounts.filter(({ currency }) => currency === 'KRW');
  const byCode = new Map(won.map((one) => [one.account, one]));
  return linesWith(won).map(([line, { account, sign, ko, en, templates }]) => {
    const found = byCode.get(account);
    const counted = (found?.movements ?? []).filter(({ template }) => templates?.includes(template) ?? true);
    const sum = (isCorrection: boolean): bigint =>
      counted.reduce((all, { amount, corrects }) => ((corrects !== null) === isCorrection ? all + amount : all), 0n);
    const balance = (minor: bigint | undefined): bigint | null => (templates ? null : sign * (minor ?? 0n));
    return {
      line,
      ...{ ko, en, account },
      opening: balance(found?.opening),
      amount: sign * sum(false),
      corrections: sign * sum(true),
      closing: balance(found?.closing),
    };
  });
}
