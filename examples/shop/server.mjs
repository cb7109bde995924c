/**
 * A shop in one file, without any package: a page with the provider's script, the three calls a shop's server makes, and the
 * address for the provider's webhooks.
 *   PROVIDER_URL=http://localhost:4000 SECRET_KEY=test_sk_... node examples/shop/server.mjs
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const {
  PROVIDER_URL = 'http://localhost:4000',
  SECRET_KEY = 'test_gsk_docs_OaPz8L5KdmQXkzRz3y47BMw6',
  PORT = '4100',
} = process.env;
const CLIENT_KEY = 'test_ck_D5GePWvyJnrK0W0k6q8gLzN97Eoq';
const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;

/** The price stands in the shop, never in the browser: it is compared before the payment is confirmed. */
const orders = new Map();

const pages = {
  '/': () => page(shopWindow()),
  '/success': async ({ paymentKey, orderId, amount }) => {
    if (orders.get(orderId) !== Number(amount)) return page('<h1 id="status">금액이 다릅니다</h1>');
    return paid(await provider('/v1/payments/confirm', { paymentKey, orderId, amount: Number(amount) }));
  },
  '/registered': async ({ customerKey, authKey }) => {
    const billing = await provider('/v1/billing/authorizations/issue', { customerKey, authKey });
    if (!billing.ok) return failed(billing.body);
    const order = { orderId: newOrder(9_900), orderName: '정기 구독', amount: 9_900, customerKey };
    return paid(await provider(`/v1/billing/${billing.body.billingKey}`, order));
  },
  // The wallet's window shows this page in a frame, once the customer has agreed to the terms.
  '/agreed': async ({ code, customerKey }) => {
    const token = await provider('/v1/wallet/authorizations/access-token', {
      grantType: 'AuthorizationCode',
      code,
      customerKey,
    });
    return token.ok ? '<p id="agreed">확인했습니다</p>' : failed(token.body);
  },
  '/fail': (answer) => failed(answer),
};

createServer(async (request, response) => {
  const [status, shown] = await answer(request).catch(({ message }) => [
    502,
    failed({ code: '결제 제공자에 연결할 수 없습니다', message }),
  ]);
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(shown);
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`http://localhost:${this.address().port}`);
});

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST' && pathname === '/webhook') return [200, await takeWebhook(request)];
  const show = pages[pathname];
  return show ? [200, await show(Object.fromEntries(searchParams))] : [404, page('<h1>없는 페이지입니다</h1>')];
}

async function provider(path, body) {
  const reply = await fetch(PROVIDER_URL + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: reply.ok, body: await reply.json() };
}

/** Webhooks of payments are not signed: one only says that something changed, and the payment is read from the provider. */
async function takeWebhook(request) {
  const { eventType, data } = JSON.parse(await text(request));
  const reply = await fetch(`${PROVIDER_URL}/v1/payments/${data?.paymentKey}`, { headers: { authorization } });
  const { status, orderId } = await reply.json();
  console.log(`webhook ${eventType}: ${orderId} is ${status}`);
  return 'ok';
}

function newOrder(amount) {
  const orderId = `shop-${crypto.randomUUID()}`;
  orders.set(orderId, amount);
  return orderId;
}

function paid({ ok, body }) {
  if (!ok) return failed(body);
  const { status, method, totalAmount, paymentKey, virtualAccount, checkout } = body;
  const account =
    virtualAccount &&
    `<p>입금 계좌 <b id="account">${virtualAccount.accountNumber}</b></p><p><a id="deposit" href="${checkout.url}">입금 안내</a></p>`;
  return page(`<h1 id="status">${status}</h1><p>${method} ${totalAmount.toLocaleString('ko-KR')}원</p>
    <p id="payment">${paymentKey}</p>${account ?? ''}`);
}

const escape = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const failed = ({ code, message }) => page(`<h1 id="status">${escape(code)}</h1><p>${escape(message)}</p>`);

// The face with Korean letters is for machines that have none: a shop brings its own.
const page = (content) => `<!doctype html><html lang="ko"><meta charset="utf-8"><title>시험 상점</title>
  <meta name="viewport" content="width=device-width">
  <link rel="stylesheet" href="${PROVIDER_URL}/shop/fonts/index.css">
  <style>body,button{font:16px/1.5 "Noto Sans KR Variable",sans-serif}
    body{max-width:32rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
    h1{font-size:1.4rem} button{padding:.75rem;margin:.25rem 0}</style>
  <body>${content}<p><a href="/">처음으로</a></p></body></html>`;

function shopWindow() {
  const orderId = newOrder(50_000);
  return `<h1>사과 한 상자</h1><p>50,000원</p>
    <button id="card">카드로 결제</button>
    <button id="account">가상계좌로 결제</button>
    <button id="billing">정기 결제 등록</button>
    <button id="wallet">간편결제</button>
    <script src="${PROVIDER_URL}/js/v2/standard"></script>
    <script>
      const [provider, customerKey] = [TossPayments(${JSON.stringify(CLIENT_KEY)}), 'shop-customer-0001'];
      const payment = provider.payment({ customerKey });
      const wallet = provider.brandpay({ customerKey, redirectUrl: location.origin + '/agreed' });
      const order = {
        amount: { currency: 'KRW', value: 50000 },
        orderId: ${JSON.stringify(orderId)},
        orderName: '사과 한 상자',
        successUrl: location.origin + '/success',
        failUrl: location.origin + '/fail',
        customerName: '김구매',
      };
      const click = (id, act) => document.getElementById(id).addEventListener('click', () => act().catch((error) => alert(error.message)));
      click('card', () => payment.requestPayment({ ...order, method: 'CARD', card: { flowMode: 'DEFAULT' } }));
      click('account', () => payment.requestPayment({ ...order, method: 'VIRTUAL_ACCOUNT' }));
      click('wallet', () => wallet.requestPayment(order));
      click('billing', () => payment.requestBillingAuth({
        method: 'CARD', successUrl: location.origin + '/registered', failUrl: location.origin + '/fail',
      }));
    </script>`;
}
