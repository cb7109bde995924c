import type { RecordedSms, sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import { isErrorCode, Refused } from '../api/refused.js';
import { takeCall } from '../ars/take-call.js';
import { linkWith } from '../hosted-page/link-query.js';
import { payOrder, REFUSED_CARD } from '../orders/pay-order.js';
import { placeOrder } from '../orders/place-order.js';
import { readOrder } from '../orders/read-orders.js';
import type { ControlHandler } from './control-handler.js';
import { invalid, notFound, notPossible } from './control-refusals.js';

/** Plays a buyer who orders through a payment link, without the HTML pages. */
export const buyFromLink: ControlHandler<typeof contract.buyFromLink> = async (call, { params, body }) => {
  const { queryParams: metaFields = {}, method = '카드', window = 'approve', ...purchase } = body;
  const { virtualAccount, cashReceipt } = body;
  try {
    const { orderKey } = await placeOrder(call, { productKey: params.productKey, purchase, metaFields });
    const refuseWith = window === 'refuse' ? REFUSED_CARD : undefined;
    if (window !== 'leave') {
      await payOrder(call, orderKey, { method, refuseWith, depositor: { virtualAccount, cashReceipt } });
    }
    return await readOrder(call, orderKey);
  } catch (error) {
    if (error instanceof Refused) throw notPossible([error.code, ...(error.options.about ?? [])].join(' '));
    throw error;
  }
};

const MESSAGES_MAX = 1_000;

type Sent = Omit<z.output<typeof RecordedSms>, 'link'> & { queryParams: [string, string][] };

/** The messages with payment links, as their recipients would have received them. */
export const listSms: ControlHandler<typeof contract.listSms> = async ({ sql, world }, { query }) => {
  const sent = await sql.rows<Sent>(
    `select product_key as "productKey", recipient, query_params as "queryParams", sent_at as "sentAt"
     from product_sms where $1::text is null or product_key = $1 order by seq desc limit ${MESSAGES_MAX}`,
    [query.productKey ?? null],
  );
  const items = sent.map(({ queryParams, ...sms }) => ({
    ...sms,
    link: linkWith(world.shop.productUrl(sms.productKey), queryParams),
  }));
  return { items };
};

export const callArs: ControlHandler<typeof contract.callArs> = async (call, { params, body }) => {
  const { refuseWith } = body;
  if (refuseWith !== undefined && !isErrorCode(refuseWith)) {
    throw invalid(`${refuseWith} is no error code of the provider`);
  }
  const taken = await takeCall(call, params.id, refuseWith);
  if (taken === 'unknown') throw notFound('such reservation');
  if (taken === 'too-early') throw notPossible('The call is reserved for later');
  if (taken === 'not-possible') throw notPossible('The reservation is DONE or CANCELED');
  return taken;
};
