import { overseasEasyPayProviders, type PaymentMethodName } from '@jeongsan/provider-contract';
import { randomDigits } from '../ids.js';
import { noDetails, type PaymentDetails } from './payment-row.js';

type Card = NonNullable<PaymentDetails['card']>;
export type CardChoice = { [K in keyof Card]?: Card[K] | undefined };
/** The buyer's choices; details that are not chosen are drawn at random. */
export type Choice = Readonly<{
  card?: CardChoice | undefined;
  easyPay?:
    | { provider?: string | undefined; cardAmount?: bigint | undefined; discountAmount?: bigint | undefined }
    | undefined;
  discountAmount?: bigint | undefined;
  bankCode?: string | undefined;
  customerMobilePhone?: string | undefined;
}>;

/** The details that a bank or card company returns with an approval, masked as in the provider's answers. */
export const detailsOf = {
  카드: (amount, choice = {}) => ({
    ...noDetails,
    card: cardOf(amount, choice.card),
    easyPay: choice.easyPay?.provider ? { provider: choice.easyPay.provider, amount: 0n, discountAmount: 0n } : null,
    discount: discountOf(choice),
  }),
  간편결제: easyPayDetails,
  계좌이체: (_, choice = {}) => ({
    ...noDetails,
    transfer: { bankCode: choice.bankCode ?? pick(BANKS), settlementStatus: 'INCOMPLETED' },
    discount: discountOf(choice),
  }),
  휴대폰: (_, { customerMobilePhone } = {}) => ({
    ...noDetails,
    mobilePhone: {
      customerMobilePhone: customerMobilePhone ?? `010****${randomDigits(4)}`,
      settlementStatus: 'INCOMPLETED',
      receiptUrl: '',
    },
  }),
  // The account is issued only when the merchant confirms.
  가상계좌: () => noDetails,
  문화상품권: giftCertificate,
  도서문화상품권: giftCertificate,
  게임문화상품권: giftCertificate,
} as const satisfies Record<PaymentMethodName, (amount: bigint, choice?: Choice) => PaymentDetails>;

/**
 * Details of an easy payment: the amounts of its card, its registered account and its points add up. A payment by
 * account or points alone has no card.
 */
function easyPayDetails(amount: bigint, { easyPay = {}, card }: Choice = {}): PaymentDetails {
  const { provider = '토스페이', cardAmount = 0n, discountAmount = 0n } = easyPay;
  return {
    ...noDetails,
    card: cardAmount > 0n ? cardOf(cardAmount, card) : null,
    easyPay: { provider, amount: amount - cardAmount - discountAmount, discountAmount },
  };
}

function giftCertificate(): PaymentDetails {
  return { ...noDetails, giftCertificate: { approveNo: randomDigits(8), settlementStatus: 'INCOMPLETED' } };
}

/** The `discount` member; null without a discount (document 1 section 2.1). */
const discountOf = ({ discountAmount = 0n }: Choice): PaymentDetails['discount'] =>
  discountAmount > 0n ? { amount: discountAmount } : null;

/** The foreign provider of a payment; undefined for a payment made in Korea. */
export function overseasProviderOf({ easyPay }: Pick<PaymentDetails, 'easyPay'>) {
  const name = easyPay?.provider ?? '';
  return Object.hasOwn(overseasEasyPayProviders, name)
    ? overseasEasyPayProviders[name as keyof typeof overseasEasyPayProviders]
    : undefined;
}

// Short codes of banks and two-digit codes of card issuers, as payments show them.
const BANKS = ['06', '88', '20', '81', '11', '90', '92'] as const;
const CARDS = [
  ['11', '53612345'],
  ['41', '51537890'],
  ['51', '53272900'],
  ['61', '43301200'],
  ['21', '94100012'],
  ['91', '54618111'],
] as const;

/** The issuer of a card that no one chose. */
export const drawnIssuer = (): string => pick(CARDS)[0];

/** The details of a card; by default an ordinary credit card that pays without installments. */
export function cardOf(amount: bigint, choice: CardChoice = {}): Card {
  const [issuerCode, bin] = CARDS.find(([issuer]) => issuer === choice.issuerCode) ?? pick(CARDS);
  const card: Card = {
    amount,
    issuerCode,
    acquirerCode: choice.issuerCode ?? issuerCode,
    number: `${bin}****${randomDigits(3)}*`,
    installmentPlanMonths: 0,
    approveNo: randomDigits(8),
    useCardPoint: false,
    cardType: '신용',
    ownerType: '개인',
    acquireStatus: 'READY',
    isInterestFree: false,
    interestPayer: null,
  };
  const chosen = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  return { ...card, ...chosen };
}

const pick = <L extends readonly [unknown, ...unknown[]]>(list: L): L[number] =>
  list[Math.floor(Math.random() * list.length)] ?? list[0];
