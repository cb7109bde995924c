import { providerContract } from '@jeongsan/provider-contract';
import { type DropInOperationName, dropInTreatments } from '@jeongsan/platform-contract';
import { basic, type Side } from './side.js';

const shop = { successUrl: 'https://market.example/ok', failUrl: 'https://market.example/fail' };
const orderName = '사과 한 상자';
const refundReceiveAccount = { bank: '20', accountNumber: '1002123456789', holderName: '김구매' };
const customerKey = 'aENcQAtPdYbTjGhtQnNVj';
const card = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};

/** A flow of calls: each is run at the provider directly, and unchanged at the gateway. */
export type Flow = (side: Side) => Promise<void>;

const buyer = async (side: Side, orderId: string, amount: number, more: object = {}): Promise<string> => {
  await side.register(orderId, amount);
  const body = { method: '카드', orderId, orderName, amount: BigInt(amount), ...more } as const;
  return (await side.control.payAsBuyer({ body })).paymentKey;
};

const cardPayments: Flow = async (side) => {
  const paymentKey = await buyer(side, 'flow-card-1', 20_000);
  const confirm = { paymentKey, orderId: 'flow-card-1', amount: 20_000 };
  await side.call('confirmPayment', 'another amount', { body: { ...confirm, amount: 19_999 } });
  await side.call('confirmPayment', 'ordered refusal', {
    body: confirm,
    headers: { 'TossPayments-Test-Code': 'REJECT_CARD_COMPANY', 'accept-language': 'en-US' },
  });
  await side.call('confirmPayment', 'approved', { body: confirm, headers: { 'idempotency-key': 'confirm-1' } });
  await side.call('getPayment', 'approved', { params: { paymentKey } });
  await side.call('getPaymentByOrder', 'approved', { params: { orderId: 'flow-card-1' } });
  const part = { params: { paymentKey }, body: { cancelReason: '변심', cancelAmount: 5_000 } };
  await side.call('cancelPayment', 'part', { ...part, headers: { 'idempotency-key': 'cancel-1' } });
  await side.call('cancelPayment', 'the same part again', { ...part, headers: { 'idempotency-key': 'cancel-1' } });
  await side.call('cancelPayment', 'too much', { ...part, body: { cancelReason: '변심', cancelAmount: 15_001 } });
  await side.call('cancelPayment', 'another currency', { ...part, body: { cancelReason: '변심', currency: 'USD' } });
  await side.call('cancelPayment', 'wrong balance', { ...part, body: { cancelReason: '변심', refundableAmount: 1 } });
  await side.call('cancelPayment', 'the rest', { params: { paymentKey }, body: { cancelReason: '변심' } });
  await side.call('cancelPayment', 'nothing left', { params: { paymentKey }, body: { cancelReason: '변심' } });

  const refused = await buyer(side, 'flow-card-2', 20_000, { refuseWith: 'REJECT_CARD_PAYMENT' });
  const again = { paymentKey: refused, orderId: 'flow-card-2', amount: 20_000 };
  await side.call('confirmPayment', 'refused', { body: again });
  await side.call('confirmPayment', 'unknown payment', { body: { ...again, paymentKey: 'unknown-key' } });
};

const otherPayments: Flow = async (side) => {
  await side.register('flow-create-1', 15_000);
  const body = { method: '카드', amount: 15_000, orderId: 'flow-create-1', orderName, ...shop };
  const created = await side.call('createPayment', 'created', { body });
  const params = { paymentKey: created['paymentKey'] ?? '' };
  await side.control.authenticatePayment({ params });
  await side.call('confirmPaymentByKey', 'approved', { params, body: { orderId: 'flow-create-1', amount: 15_000 } });

  await side.register('flow-key-in-1', 16_000);
  const keyIn = { amount: 16_000, orderId: 'flow-key-in-1', orderName, ...card };
  await side.call('payByCardNumber', 'wrong card', { body: { ...keyIn, cardNumber: '1' } });
  await side.call('payByCardNumber', 'approved', { body: keyIn, headers: { 'idempotency-key': 'key-in-1' } });
  await side.call('payByCardNumber', 'the same again', { body: keyIn, headers: { 'idempotency-key': 'key-in-1' } });
};

const virtualAccounts: Flow = async (side) => {
  const order = { orderName, customerName: '김구매', bank: '신한' };
  await side.register('flow-account-1', 50_000);
  const body = { ...order, amount: 50_000, orderId: 'flow-account-1' };
  await side.call('issueVirtualAccount', 'wrong bank', { body: { ...body, bank: '없는은행' } });
  const issued = await side.call('issueVirtualAccount', 'issued', { body });
  const params = { paymentKey: issued['paymentKey'] ?? '' };
  await side.tick();
  await side.control.depositIntoAccount({ params, body: {} });
  await side.call('getPayment', 'deposited', { params });
  await side.call('cancelPayment', 'refunded in part', {
    params,
    body: { cancelReason: '변심', cancelAmount: 20_000, refundReceiveAccount },
  });

  const chosen = await buyer(side, 'flow-account-2', 30_000, { method: '가상계좌' });
  const confirm = { paymentKey: chosen, orderId: 'flow-account-2', amount: 30_000 };
  await side.call('confirmPayment', 'account issued', { body: confirm });
  await side.call('cancelPayment', 'before the deposit', {
    params: { paymentKey: chosen },
    body: { cancelReason: '변심' },
  });
};

const billing: Flow = async (side) => {
  const registration = { customerKey, method: '카드', cardNumber: card.cardNumber } as const;
  const { billingKey = '' } = await side.call('issueBillingKeyByCard', 'issued', { body: { customerKey, ...card } });
  const first = await side.control.registerBillingMethod({ body: registration });
  await side.call('issueBillingKey', 'issued', { body: { authKey: first.authKey, customerKey } });
  const second = await side.control.registerBillingMethod({ body: registration });
  await side.call('issueBillingKeyByPath', 'issued', { params: { authKey: second.authKey }, body: { customerKey } });
  await side.register('flow-billing-1', 17_000);
  const charge = { amount: 17_000, customerKey, orderId: 'flow-billing-1', orderName };
  await side.call('chargeBilling', 'another customer', {
    params: { billingKey },
    body: { ...charge, customerKey: 'somebody-else' },
  });
  await side.call('chargeBilling', 'charged', { params: { billingKey }, body: charge });
  await side.call('deleteBillingKey', 'deleted', { params: { billingKey } });
};

const records: Flow = async (side) => {
  await side.control.changeSettings({ body: { manualSettlement: true, businessNumber: '1208147521' } });
  const paymentKey = await buyer(side, 'flow-manual-1', 18_000);
  await side.call('confirmPayment', 'approved', { body: { paymentKey, orderId: 'flow-manual-1', amount: 18_000 } });
  await side.call('requestSettlement', 'settled', { body: { paymentKey } });
  await side.control.changeSettings({ body: { manualSettlement: false } });
  const day = { startDate: '2026-05-11', endDate: '2026-05-12' };
  await side.call('listTransactions', 'of the day', { query: day });
  await side.call('listTransactions', 'a page', { query: { ...day, limit: '2' } });
  await side.call('listSettlements', 'of the day', { query: { ...day, page: '1', size: '10' } });
  await side.call('listPromotions', 'all');
  await side.call('getCardPromotion', 'all');
  await side.call('getBalance', 'read');

  const receipt = { amount: 10_000, orderId: 'flow-receipt-1', orderName, type: '소득공제' };
  const issued = await side.call('issueCashReceipt', 'issued', {
    body: { ...receipt, customerIdentityNumber: '01012345678' },
  });
  const { receiptKey = '' } = issued;
  await side.control.completeCashReceipt({ params: { receiptKey } });
  await side.call('cancelCashReceipt', 'canceled', { params: { receiptKey }, body: { amount: 4_000 } });
  await side.call('listCashReceipts', 'of the day', { query: { requestDate: '2026-05-11' } });

  const there = { bankCode: '88', accountNumber: '11012345678' };
  const [holderName, identityNumber] = ['김정산', '900101'];
  await side.call('lookupHolderName', 'found', { body: there });
  await side.call('lookupHolderName', 'missing', { body: { bankCode: '088', accountNumber: '1101230000' } });
  await side.call('validateAccount', 'found', { body: there });
  await side.call('verifyIdentifier', 'found', { body: { ...there, identityNumber } });
  await side.call('verifyHolderName', 'found', { body: { ...there, holderName } });
  await side.call('verifyHolderRealName', 'found', { body: { ...there, holderName, identityNumber } });
};

const wallet =
  (alias: boolean): Flow =>
  async (side) => {
    await side.control.changeSettings({ body: { walletAutomaticPayments: true } });
    const [customer, name] = [`customer-of-flow-${alias ? 2 : 1}`, alias ? 'brandpay' : 'wallet'];
    const scope = ['REGISTER', 'CARD'];
    const terms = await side.call<{ id: number }[]>('listWalletTerms', name, {
      alias,
      query: { customerKey: customer, scope: scope.join(',') },
    });
    const agreed = await side.call('agreeWalletTerms', name, {
      alias,
      body: { customerKey: customer, scope, termsId: terms.map(({ id }) => id) },
    });
    const token = await side.call('issueWalletToken', name, {
      alias,
      body: { customerKey: customer, grantType: 'AuthorizationCode', code: agreed['code'] },
    });
    const authorization = `Bearer ${token['accessToken']}`;
    const params = { customerKey: customer };
    const { methodKey } = await side.control.registerWalletCard({ params, body: {} });
    const account = await side.control.registerWalletAccount({ params, body: {} });
    await side.call('getWalletMethods', name, { alias, authorization });
    await side.call('getWalletMethodsOf', name, { alias, params });
    const orderId = `flow-${name}-1`;
    await side.register(orderId, 60_000);
    const charge = { customerKey: customer, methodKey, amount: 60_000, orderId, orderName };
    await side.call('payByWallet', name, { alias, body: charge });
    await side.register(`flow-${name}-2`, 15_000);
    const opened = await side.control.payAsWalletCustomer({
      body: { customerKey: customer, methodKey, amount: 15_000n, orderId: `flow-${name}-2`, orderName },
    });
    const confirm = { paymentKey: opened.paymentKey, orderId: `flow-${name}-2`, customerKey: customer, amount: 15_000 };
    await side.call('confirmWalletPayment', `${name}, approved`, { alias, body: confirm });
    await side.call('listWalletCardPromotions', name, { alias });
    await side.call('listWalletBankPromotions', name, { alias });
    await side.call('removeWalletCard', name, { alias, authorization, body: { methodKey } });
    await side.call('removeWalletAccount', name, { alias, authorization, body: { methodKey: account.methodKey } });
    await side.call('removeWalletCustomer', name, { alias, authorization });
  };

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const images = (bytes: number): FormData => {
  const form = new FormData();
  form.append('files', new Blob([Buffer.concat([PNG, Buffer.alloc(bytes)])], { type: 'image/png' }), '사과.png');
  return form;
};

const links: Flow = async (side) => {
  const { productKey = '' } = await side.call('createProduct', 'created', { body: { name: orderName, amount: 5_000 } });
  const params = { productKey };
  await side.call('getProduct', 'created', { params });
  await side.call('listProducts', 'all', { query: { limit: '5' } });
  await side.call('updateProduct', 'changed', { params, body: { amount: 6_000 } });
  await side.call('uploadProductImages', 'one', { params, query: { imageType: 'MAIN' }, body: images(100) });
  await side.call('uploadProductImages', 'large', { params, query: { imageType: 'DETAIL' }, body: images(9_000_000) });
  await side.call('uploadProductImages', 'too large', {
    params,
    query: { imageType: 'DETAIL' },
    body: images(10_500_000),
  });
  await side.call('sendProductSms', 'sent', { params, body: { recipients: ['01012345678'] } });
  const purchase = { quantity: 1, customerName: '김구매', customerPhoneNumber: '01012345678' };
  const { orderKey } = await side.control.buyFromLink({ params, body: purchase });
  await side.call('listOrders', 'all', { query: { limit: '5' } });
  await side.call('getOrder', 'paid', { params: { orderKey } });
  await side.call('cancelOrder', 'part', { params: { orderKey }, body: { cancelReason: '변심', cancelAmount: 1_000 } });
  await side.call('deleteProduct', 'deleted', { params });
};

const phone: Flow = async (side) => {
  const payment = {
    method: 'CARD',
    amount: { currency: 'KRW', value: 15_000 },
    orderName: '홈쇼핑 이불',
    customerMobilePhone: '01012345678',
  };
  type Reserved = { entityBody: { id: string } };
  const reserve = (reserveNumber: string) =>
    side.call<Reserved>('createReservation', reserveNumber, { body: { arsType: 'PAYMENT', payment, reserveNumber } });
  const params = { id: (await reserve('20000001')).entityBody.id };
  await side.call('createReservation', 'the same number', {
    body: { arsType: 'PAYMENT', payment, reserveNumber: '20000001' },
  });
  await side.call('getReservation', 'ready', { params });
  await side.call('updateReservation', 'changed', { params, body: { payment: { orderName: '이불' } } });
  await side.tick();
  await side.control.callArs({ params, body: {} });
  await side.call('getArsSession', 'paid', { query: { arsReservationId: params.id } });
  const other = { id: (await reserve('20000002')).entityBody.id };
  await side.call('cancelReservation', 'canceled', { params: other, body: { cancelReason: '변심' } });
};

/** A flow for every way of paying. */
export const flows: Readonly<Record<string, Flow>> = {
  'payments by card': cardPayments,
  'payments created, and by card number': otherPayments,
  'virtual accounts': virtualAccounts,
  billing,
  'records, receipts, bank accounts, balance': records,
  wallet: wallet(false),
  'wallet under its other name': wallet(true),
  'links and images': links,
  'payments by phone': phone,
};

/** Calls of every operation that are wrong in the same way. */
export const mistakes: Flow = async (side) => {
  for (const name of Object.keys(providerContract) as DropInOperationName[]) {
    const wrong = (...[called, label, asked]: Parameters<Side['call']>) =>
      side.call(called, label, { ...asked, ticks: false });
    const { security, ...e } = providerContract[name];
    const hasBody = 'body' in e && e.method === 'POST';
    const body = hasBody ? { body: {} } : {};
    await wrong(name, 'no key', { ...body, authorization: undefined });
    await wrong(name, 'unknown key', {
      ...body,
      authorization: basic('test_sk_nobody'),
      headers: { 'accept-language': 'en-US' },
    });
    await wrong(name, 'no colon', { ...body, authorization: `Basic ${Buffer.from('test').toString('base64')}` });
    await wrong(name, 'a client key', { ...body, authorization: basic('test_ck_client') });
    await wrong(name, 'unknown customer', { ...body, authorization: 'Bearer nobody.nowhere' });
    if (security === 'bearer' || dropInTreatments[name] === 'refused') continue;
    if (hasBody && !('bodyType' in e)) {
      await wrong(name, 'an empty object');
      await wrong(name, 'an empty object, in English', { ...body, headers: { 'accept-language': 'en-US' } });
      await wrong(name, 'broken JSON', { body: '{"a":' });
      await wrong(name, 'no JSON', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    }
    await wrong(name, 'an unknown id', body);
    await wrong(name, 'an ordered error', { ...body, headers: { 'TossPayments-Test-Code': 'INVALID_REQUEST' } });
    await wrong(name, 'an unknown test code', { ...body, headers: { 'TossPayments-Test-Code': 'NOPE' } });
    if (e.method === 'POST') {
      await wrong(name, 'a long key', { ...body, headers: { 'idempotency-key': 'k'.repeat(301) } });
    }
  }
};
