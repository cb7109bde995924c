import { randomUUID } from 'node:crypto';
import { won } from '@jeongsan/money';
import type { providerContract } from '@jeongsan/provider-contract';
import type { Sandbox } from '../sandbox.js';

/** The provider's API, and the control API of its simulated world. */
type Provider = Pick<Sandbox, 'api' | 'control'>;
type Operation = keyof typeof providerContract;

const AMOUNT = 15_000n;
const CARD_NUMBER = '9410001234567890';
const DAY = { startDate: '2026-03-02', endDate: '2026-03-05' };
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

const seoul = (text: string): Date => new Date(`${text}+09:00`);
const unique = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 11)}`;
const order = () => ({ orderId: unique('order'), orderName: '사과 한 상자' });
const account = { bankCode: '088', accountNumber: '110123456789' };
const subMallAccount = { bank: '088', accountNumber: '110123456789', holderName: '정산 주식회사' };
const refundReceiveAccount = { bank: '20', accountNumber: '1002123456789', holderName: '김구매' };
const company = {
  name: '정산 주식회사',
  representativeName: '김정산',
  businessRegistrationNumber: '1208147521',
  email: 'seller@market.example',
  phone: '0212345678',
};
const urls = { successUrl: 'https://market.example/ok', failUrl: 'https://market.example/no' };

const corporateSeller = () => ({
  refSellerId: unique('shop'),
  businessType: 'CORPORATE' as const,
  company,
  account: { ...account, holderName: '정산 주식회사' },
  metadata: { shop: '7' },
});
const individualSeller = () => ({
  refSellerId: unique('shop'),
  businessType: 'INDIVIDUAL' as const,
  individual: { name: '이개인', email: 'person@market.example', phone: '01012345678' },
  account: { ...account, holderName: '이개인' },
});

type Purchase = Omit<Parameters<Sandbox['control']['payAsBuyer']>[0]['body'], 'orderId' | 'orderName'>;

const authenticated = ({ control }: Provider, purchase: Purchase) =>
  control.payAsBuyer({ body: { ...order(), ...purchase } });

async function paid(provider: Provider, purchase: Purchase) {
  const { paymentKey, orderId } = await authenticated(provider, purchase);
  return provider.api.confirmPayment({ body: { paymentKey, orderId, amount: purchase.amount } });
}

const cancel = ({ api }: Provider, paymentKey: string, body: object = {}) =>
  api.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', ...body } });

/** The objects that every round of `everyOperation` reads: one of each form. */
export async function readableObjects(provider: Provider) {
  const { api, control } = provider;
  await control.setClock({ body: { now: seoul('2026-03-03T10:00:00'), mode: 'frozen' } });
  await control.changeSettings({ body: { feeRates: { 카드: 0 }, payoutLagBusinessDays: 0 } });
  await paid(provider, { method: '카드', amount: 30_000_000n });
  await control.changeSettings({ body: { feeRates: { 카드: 2200 } } });
  const purchases: readonly Purchase[] = [
    { method: '카드', amount: 60_000n, metadata: { shop: '7' }, discountAmount: 1_000n },
    { method: '카드', amount: 60_000n, card: { installmentPlanMonths: 3, interestPayer: 'CARD_COMPANY' } },
    { method: '간편결제', amount: AMOUNT, easyPay: { provider: 'TOSSPAY', discountAmount: 1_000n } },
    { method: '간편결제', amount: 1_234n, currency: 'USD', easyPay: { provider: 'PAYPAL' } },
    { method: '계좌이체', amount: AMOUNT, cashReceipt: { type: '소득공제', registrationNumber: '01012345678' } },
    { method: '휴대폰', amount: AMOUNT, customerMobilePhone: '01012345678' },
    { method: '문화상품권', amount: AMOUNT },
  ];
  const payments = [];
  for (const purchase of purchases) payments.push(await paid(provider, purchase));
  const [first] = payments;
  await cancel(provider, first?.paymentKey ?? '', { cancelAmount: 1_000n });
  const waiting = await api.issueVirtualAccount({
    body: { ...order(), amount: AMOUNT, customerName: '김구매', bank: '신한' },
  });
  const deposited = await api.issueVirtualAccount({
    body: { ...order(), amount: AMOUNT, customerName: '김구매', bank: '신한', validHours: 24 },
  });
  await control.depositIntoAccount({ params: deposited, body: { depositorName: '김구매' } });
  await cancel(provider, deposited.paymentKey, { cancelAmount: 1_000n, refundReceiveAccount });
  const refused = await authenticated(provider, { method: '카드', amount: AMOUNT, refuseWith: 'REJECT_CARD_COMPANY' });
  await api.confirmPayment({ body: { ...refused, amount: AMOUNT } }).catch(() => undefined);
  const ready = await api.createPayment({ body: { ...order(), ...urls, method: 'CARD', amount: AMOUNT } });
  await control.setClock({ body: { now: seoul('2026-03-04T10:00:00'), mode: 'frozen' } });
  await control.changeSettings({ body: { manualSettlement: true, payoutCompletionSeconds: null } });
  const { entityBody: seller } = await api.createSeller({ body: corporateSeller() });
  await control.finishKyc({ params: seller });
  const failed = await api.createPayouts({ body: [payout(seller.id)] });
  const payoutId = failed.entityBody.items[0]?.id ?? '';
  await control.setClock({ body: { now: seoul('2026-03-04T10:01:00'), mode: 'frozen' } });
  await control.failPayout({
    params: { id: payoutId },
    body: { code: 'INVALID_ACCOUNT_NUMBER', message: '없는 계좌' },
  });
  const keys = [...payments, waiting, deposited, refused, ready].map(({ paymentKey }) => paymentKey);
  return { paymentKeys: keys, orderId: first?.orderId ?? '', sellerId: seller.id, payoutId };
}
type Readable = Awaited<ReturnType<typeof readableObjects>>;

const payout = (destination: string, item: { scheduleType?: 'SCHEDULED'; payoutDate?: string } = {}) => ({
  refPayoutId: unique('pay'),
  scheduleType: 'EXPRESS' as const,
  transactionDescription: '정산금',
  metadata: { shop: '7' },
  ...item,
  destination,
  amount: won(1_000n),
});

const subMall = () => ({
  subMallId: unique('mall').replaceAll('-', ''),
  type: 'CORPORATE' as const,
  account: subMallAccount,
  companyName: '정산 주식회사',
  representativeName: '김정산',
  businessNumber: '1208147521',
  email: 'mall@market.example',
  phoneNumber: '0212345678',
  metadata: { shop: '7' },
});
const legacyPayout = (subMallId: string) => ({
  subMallId,
  payoutDate: '2026-03-12',
  payoutAmount: 1_000n,
  transferSummary: '정산',
  requestId: unique('legacy'),
});
const reservation = () => ({
  arsType: 'PAYMENT' as const,
  reserveNumber: String(randomUUID().replace(/\D/g, '')).padEnd(12, '7').slice(0, 12),
  payment: {
    method: 'CARD' as const,
    amount: won(AMOUNT),
    orderName: '이불',
    customerMobilePhone: '01012345678',
  },
});
const cardData = {
  cardNumber: CARD_NUMBER,
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};
const receipt = () => ({
  ...order(),
  amount: AMOUNT,
  type: '소득공제' as const,
  customerIdentityNumber: '01012345678',
});

async function walletCode({ control }: Provider) {
  const customerKey = unique('customer');
  const { code } = await control.authorizeWalletCustomer({
    params: { customerKey },
    body: { scope: ['REGISTER', 'CARD'] },
  });
  return { customerKey, code };
}

async function walletCustomer(provider: Provider) {
  const { api, control } = provider;
  const { customerKey, code } = await walletCode(provider);
  const token = await api.issueWalletToken({ body: { customerKey, grantType: 'AuthorizationCode', code } });
  const card = await control.registerWalletCard({ params: { customerKey }, body: {} });
  const bank = await control.registerWalletAccount({ params: { customerKey }, body: {} });
  return { customerKey, as: { accessToken: token.accessToken }, card: card.methodKey, bank: bank.methodKey };
}

/** The objects that one round uses up. To be made while answers have their usual form. */
export async function newObjects(provider: Provider, { sellerId }: Readable) {
  const { api, control } = provider;
  const customerKey = unique('billing');
  const billing = () => api.issueBillingKeyByCard({ body: { customerKey, ...cardData } });
  const registration = () =>
    control.registerBillingMethod({ body: { customerKey, method: '카드', cardNumber: CARD_NUMBER } });
  const product = () =>
    api.createProduct({ body: { name: '사과', amount: 5_000n, validThrough: seoul('2026-12-31T23:59:59') } });
  const [mall, mallToDelete] = [subMall(), subMall()];
  await Promise.all([mall, mallToDelete].map((body) => api.createSubMall({ body })));
  const productKey = (await product()).productKey;
  const purchase = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
  const customer = await walletCustomer(provider);
  const reserved = async () => (await api.createReservation({ body: reservation() })).entityBody;
  const called = await reserved();
  await control.callArs({ params: called, body: {} });
  await api.createLegacyPayouts({ body: [legacyPayout(mall.subMallId)] });
  const legacy = await api.listLegacyPayouts({ query: { startDate: '2026-03-01', endDate: '2026-03-31' } });
  const later = () => payout(sellerId, { scheduleType: 'SCHEDULED', payoutDate: '2026-03-12' });
  const [toCancel, toReject] = (await api.createPayouts({ body: [later(), later()] })).entityBody.items;
  const toDelete = await api.createSeller({ body: individualSeller() });
  return {
    customerKey,
    billingKey: (await billing()).billingKey,
    billingKeyToDelete: (await billing()).billingKey,
    authKey: (await registration()).authKey,
    authKeyByPath: (await registration()).authKey,
    toConfirm: await authenticated(provider, { method: '카드', amount: AMOUNT }),
    toConfirmByKey: await authenticated(provider, { method: '가상계좌', amount: AMOUNT }),
    toCancel: (await paid(provider, { method: '계좌이체', amount: AMOUNT })).paymentKey,
    toSettle: (await paid(provider, { method: '카드', amount: AMOUNT })).paymentKey,
    receiptKey: (await api.issueCashReceipt({ body: receipt() })).receiptKey,
    sellerToDelete: toDelete.entityBody.id,
    sellerToReview: (await api.createSeller({ body: corporateSeller() })).entityBody.id,
    payoutToCancel: toCancel?.id ?? '',
    payoutToReject: toReject?.id ?? '',
    mall: mall.subMallId,
    mallToDelete: mallToDelete.subMallId,
    payoutKey: legacy.find(({ subMallId }) => subMallId === mall.subMallId)?.payoutKey ?? '',
    productKey,
    productToDelete: (await product()).productKey,
    orderKey: (await control.buyFromLink({ params: { productKey }, body: purchase })).orderKey,
    reservationId: (await reserved()).id,
    reservationToCancel: (await reserved()).id,
    calledId: called.id,
    customer,
    customerToRemove: await walletCustomer(provider),
    customerToWithdraw: await walletCustomer(provider),
    walletCode: await walletCode(provider),
    walletPayment: await control.payAsWalletCustomer({
      body: { ...order(), customerKey: customer.customerKey, methodKey: customer.card, amount: AMOUNT },
    }),
  };
}

/** Causes the webhooks of sellers and payouts, which no operation causes. */
export async function webhooksOfRound({ control }: Provider, objects: New): Promise<void> {
  const { sellerToReview, payoutToReject } = objects;
  await control.finishKyc({ params: { id: sellerToReview } });
  await control.rejectPayout({ params: { id: payoutToReject }, body: { code: 'BANK_REFUSED', message: '은행 거절' } });
}

type New = Awaited<ReturnType<typeof newObjects>>;

type Call = (api: Sandbox['api'], objects: New & Readable) => Promise<unknown>;

/** A successful call of each of the provider's operations. The objects are those of `readableObjects` and `newObjects`. */
// prettier-ignore
export const everyOperation: Readonly<Record<Operation, Call>> = {
  createPayment:         (api) => api.createPayment({ body: { ...order(), ...urls, method: 'CARD', amount: AMOUNT } }),
  payByCardNumber:       (api) => api.payByCardNumber({ body: { ...order(), ...cardData, amount: AMOUNT } }),
  confirmPayment:        (api, { toConfirm: { paymentKey, orderId } }) => api.confirmPayment({ body: { paymentKey, orderId, amount: AMOUNT } }),
  confirmPaymentByKey:   (api, { toConfirmByKey }) => api.confirmPaymentByKey({ params: toConfirmByKey, body: { orderId: toConfirmByKey.orderId, amount: AMOUNT } }),
  getPayment:            (api, { paymentKeys }) => Promise.all(paymentKeys.map((paymentKey) => api.getPayment({ params: { paymentKey } }))),
  getPaymentByOrder:     (api, { orderId }) => api.getPaymentByOrder({ params: { orderId } }),
  cancelPayment:         (api, { toCancel }) => api.cancelPayment({ params: { paymentKey: toCancel }, body: { cancelReason: '변심' } }),
  issueVirtualAccount:   (api) => api.issueVirtualAccount({ body: { ...order(), amount: AMOUNT, customerName: '김구매', bank: '신한' } }),
  issueBillingKeyByCard: (api, { customerKey }) => api.issueBillingKeyByCard({ body: { customerKey, ...cardData } }),
  issueBillingKey:       (api, { customerKey, authKey }) => api.issueBillingKey({ body: { customerKey, authKey } }),
  issueBillingKeyByPath: (api, { customerKey, authKeyByPath }) => api.issueBillingKeyByPath({ params: { authKey: authKeyByPath }, body: { customerKey } }),
  chargeBilling:         (api, { billingKey, customerKey }) => api.chargeBilling({ params: { billingKey }, body: { ...order(), customerKey, amount: AMOUNT } }),
  deleteBillingKey:      (api, { billingKeyToDelete }) => api.deleteBillingKey({ params: { billingKey: billingKeyToDelete } }),
  listPromotions:        (api) => api.listPromotions({}),
  getCardPromotion:      (api) => api.getCardPromotion({}),
  listTransactions:      (api) => api.listTransactions({ query: { ...DAY, limit: 5_000 } }),
  listSettlements:       (api) => api.listSettlements({ query: { ...DAY, size: 5_000 } }),
  requestSettlement:     (api, { toSettle }) => api.requestSettlement({ body: { paymentKey: toSettle } }),
  issueCashReceipt:      (api) => api.issueCashReceipt({ body: receipt() }),
  cancelCashReceipt:     (api, { receiptKey }) => api.cancelCashReceipt({ params: { receiptKey }, body: { amount: 1_000n } }),
  listCashReceipts:      (api) => api.listCashReceipts({ query: { requestDate: '2026-03-04' } }),
  createSeller:          (api) => api.createSeller({ body: corporateSeller() }),
  updateSeller:          (api, { sellerId }) => api.updateSeller({ params: { id: sellerId }, body: { company: { phone: '0298765432' } } }),
  deleteSeller:          (api, { sellerToDelete }) => api.deleteSeller({ params: { id: sellerToDelete } }),
  getSeller:             (api, { sellerId }) => api.getSeller({ params: { id: sellerId } }),
  listSellers:           (api) => api.listSellers({ query: { limit: 10_000 } }),
  getBalance:            (api) => api.getBalance({}),
  createPayouts:         (api, { sellerId }) => api.createPayouts({ body: [payout(sellerId), payout(sellerId)] }),
  cancelPayout:          (api, { payoutToCancel }) => api.cancelPayout({ params: { id: payoutToCancel } }),
  getPayout:             (api, { payoutId }) => api.getPayout({ params: { id: payoutId } }),
  listPayouts:           (api) => api.listPayouts({ query: { limit: 10_000 } }),
  createSubMall:         (api) => api.createSubMall({ body: subMall() }),
  listSubMalls:          (api) => api.listSubMalls({}),
  getSubMall:            (api, { mall }) => api.getSubMall({ params: { subMallId: mall } }),
  updateSubMall:         (api, { mall }) => api.updateSubMall({ params: { subMallId: mall }, body: { account: subMallAccount } }),
  deleteSubMall:         (api, { mallToDelete }) => api.deleteSubMall({ params: { subMallId: mallToDelete } }),
  getLegacyBalance:      (api) => api.getLegacyBalance({}),
  createLegacyPayouts:   (api, { mall }) => api.createLegacyPayouts({ body: [legacyPayout(mall)] }),
  listLegacyPayouts:     (api) => api.listLegacyPayouts({ query: { startDate: '2026-03-01', endDate: '2026-03-31' } }),
  getLegacyPayout:       (api, { payoutKey }) => api.getLegacyPayout({ params: { payoutKey } }),
  cancelLegacyPayout:    (api, { payoutKey }) => api.cancelLegacyPayout({ params: { payoutKey } }),
  lookupHolderName:      (api) => api.lookupHolderName({ body: account }),
  validateAccount:       (api) => api.validateAccount({ body: account }),
  verifyIdentifier:      (api) => api.verifyIdentifier({ body: { ...account, identityNumber: '1208147521' } }),
  verifyHolderName:      (api) => api.verifyHolderName({ body: { ...account, holderName: '정산 주식회사' } }),
  verifyHolderRealName:  (api) => api.verifyHolderRealName({ body: { ...account, holderName: '정산 주식회사', identityNumber: '1208147521' } }),
  listWalletTerms:       (api, { customer }) => api.listWalletTerms({ query: { customerKey: customer.customerKey, scope: ['REGISTER', 'CARD'] } }),
  agreeWalletTerms:      (api) => api.agreeWalletTerms({ body: { customerKey: unique('customer'), scope: ['REGISTER', 'CARD'], termsId: [1, 2, 3, 4, 6] } }),
  issueWalletToken:      (api, { walletCode }) => api.issueWalletToken({ body: { customerKey: walletCode.customerKey, grantType: 'AuthorizationCode', code: walletCode.code } }),
  getWalletMethods:      (api, { customer }) => api.getWalletMethods({}, customer.as),
  getWalletMethodsOf:    (api, { customer }) => api.getWalletMethodsOf({ params: customer }),
  removeWalletCard:      (api, { customerToRemove: { card, as } }) => api.removeWalletCard({ body: { methodKey: card } }, as),
  removeWalletAccount:   (api, { customerToRemove: { bank, as } }) => api.removeWalletAccount({ body: { methodKey: bank } }, as),
  confirmWalletPayment:  (api, { customer: { customerKey }, walletPayment: { paymentKey, orderId } }) => api.confirmWalletPayment({ body: { paymentKey, orderId, customerKey, amount: AMOUNT } }),
  payByWallet:           (api, { customer: { customerKey, card } }) => api.payByWallet({ body: { ...order(), customerKey, methodKey: card, amount: AMOUNT } }),
  removeWalletCustomer:  (api, { customerToWithdraw }) => api.removeWalletCustomer({}, customerToWithdraw.as),
  listWalletCardPromotions: (api) => api.listWalletCardPromotions({}),
  listWalletBankPromotions: (api) => api.listWalletBankPromotions({}),
  createProduct:         (api) => api.createProduct({ body: { name: '사과', amount: 5_000n } }),
  getProduct:            (api, { productKey }) => api.getProduct({ params: { productKey } }),
  listProducts:          (api) => api.listProducts({ query: { limit: 100 } }),
  updateProduct:         (api, { productKey }) => api.updateProduct({ params: { productKey }, body: { description: '홍로' } }),
  deleteProduct:         (api, { productToDelete }) => api.deleteProduct({ params: { productKey: productToDelete } }),
  uploadProductImages:   (api, { productKey }) => api.uploadProductImages({ params: { productKey }, query: { imageType: 'DETAIL' }, body: { files: [{ name: 'a.png', type: 'image/png', bytes: PNG }] } }),
  sendProductSms:        (api, { productKey }) => api.sendProductSms({ params: { productKey }, body: { recipients: ['01012345678'] } }),
  listOrders:            (api) => api.listOrders({ query: { limit: 100 } }),
  getOrder:              (api, { orderKey }) => api.getOrder({ params: { orderKey } }),
  cancelOrder:           (api, { orderKey }) => api.cancelOrder({ params: { orderKey }, body: { cancelReason: '변심' } }),
  createReservation:     (api) => api.createReservation({ body: reservation() }),
  getReservation:        (api, { calledId }) => api.getReservation({ params: { id: calledId } }),
  updateReservation:     (api, { reservationId }) => api.updateReservation({ params: { id: reservationId }, body: { payment: { orderName: '베개' } } }),
  cancelReservation:     (api, { reservationToCancel }) => api.cancelReservation({ params: { id: reservationToCancel }, body: { cancelReason: '변심' } }),
  getArsSession:         (api, { calledId }) => api.getArsSession({ query: { arsReservationId: calledId } }),
};
