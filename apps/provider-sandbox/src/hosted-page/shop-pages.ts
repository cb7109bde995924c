import type { FastifyReply } from 'fastify';
import { Refused } from '../api/refused.js';
import { isLinkMethod, payOrder, REFUSED_CARD } from '../orders/pay-order.js';
import { placeOrder } from '../orders/place-order.js';
import { readOrder } from '../orders/read-orders.js';
import { findProduct, productOf, type ProductRow } from '../products/product.js';
import type { Depositor } from '../virtual-accounts/choose-account.js';
import type { Call } from '../world.js';
import { checkedForm, type FormRequest, type Host, type PageRequest } from './hosted-pages.js';
import { linkWith, pairsOf } from './link-query.js';
import { sendPage } from './page.js';
import { DEPOSITOR_CHARACTERS_MAX, orderPage, paymentPage } from './payment-page.js';
import { productPage } from './product-page.js';
import { readPurchase } from './read-purchase.js';

const productPath = (key: string): string => `/shop/products/${encodeURIComponent(key)}`;
const orderPath = (key: string): string => `/shop/orders/${encodeURIComponent(key)}`;
const windowPath = (key: string): string => `${orderPath(key)}/pay`;

/** The page that a payment link opens. The link's query parameters are sent on with the form. */
export async function showProduct({ world, tokens }: Host, call: Call, request: PageRequest, reply: FastifyReply) {
  const row = await foundProduct(call, request.params.key);
  const path = productPath(row.productKey);
  const page = productPage({
    row,
    product: productOf(row, world),
    action: linkWith(path, pairsOf(request.url)),
    token: tokens.issue(path),
  });
  return sendPage(reply, 200, row.name, page);
}

/** Places the order of a submitted form and redirects to the payment window. The same page sent twice is one order. */
export async function submitOrder({ tokens }: Host, call: Call, request: FormRequest): Promise<string> {
  const row = await foundProduct(call, request.params.key);
  const { form, nonce } = checkedForm(tokens, productPath(row.productKey), request.body);
  const { orderKey } = await placeOrder(call, {
    productKey: row.productKey,
    purchase: readPurchase(form, row),
    metaFields: Object.fromEntries(pairsOf(request.url)),
    pageToken: nonce,
  });
  return windowPath(orderKey);
}

export async function showWindow({ tokens }: Host, call: Call, request: PageRequest, reply: FastifyReply) {
  const order = await readOrder(call, request.params.key);
  if (order.payment !== null) return reply.redirect(orderPath(order.orderKey), 303);
  const path = windowPath(order.orderKey);
  const wasRefused = request.url.endsWith('?refused');
  return sendPage(reply, 200, '결제하기', paymentPage(order, path, tokens.issue(path), wasRefused));
}

/** Approves or refuses the payment as the buyer chose in the window. */
export async function chooseInWindow({ tokens }: Host, call: Call, request: FormRequest): Promise<string> {
  const { key } = request.params;
  const { form } = checkedForm(tokens, windowPath(key), request.body);
  const method = form.get('method') ?? '';
  if (!isLinkMethod(method)) throw new Refused('INVALID_REQUEST', { about: ['결제 수단'] });
  const refuseWith = form.get('decision') === 'approve' ? undefined : REFUSED_CARD;
  const depositor = method === '가상계좌' ? { virtualAccount: accountIn(form) } : {};
  const { paymentKey } = await payOrder(call, key, { method, refuseWith, depositor });
  return paymentKey === null ? `${windowPath(key)}?refused` : orderPath(key);
}

/** The bank and the depositor of the form; a form without a depositor's name means the order's customer. */
function accountIn(form: URLSearchParams): NonNullable<Depositor['virtualAccount']> {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const [bank, customerName] = [text('bank'), text('depositorName')];
  if (customerName.length > DEPOSITOR_CHARACTERS_MAX) throw new Refused('INVALID_REQUEST', { about: ['입금자명'] });
  return { bank, ...(customerName !== '' && { customerName }) };
}

export async function showOrder(_: Host, call: Call, request: PageRequest, reply: FastifyReply) {
  const order = await readOrder(call, request.params.key);
  return sendPage(reply, 200, '주문', orderPage(order, windowPath(order.orderKey)));
}

async function foundProduct({ sql }: Call, key: string): Promise<ProductRow> {
  const row = await findProduct(sql, key);
  if (!row) throw new Refused('NOT_FOUND_PRODUCT');
  return row;
}
