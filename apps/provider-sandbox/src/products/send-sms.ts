import { QUERY_PARAMS_CHARACTERS_MAX, type sendProductSms as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { findProduct } from './product.js';

/** Records a message with the payment link for each recipient: the test environment sends none (document 3 section 4). */
export const sendProductSms: Handler<typeof contract> = async ({ sql, now }, { params, body }) => {
  if (JSON.stringify(body.queryParams ?? {}).length > QUERY_PARAMS_CHARACTERS_MAX) {
    throw new Refused('EXCEED_MAX_QUERY_PARAMS');
  }
  if (!(await findProduct(sql, params.productKey))) throw new Refused('NOT_FOUND_PRODUCT');
  const queryParams = Object.entries(body.queryParams ?? {}).map(([name, value]) => [name, String(value)]);
  await sql.rows(
    `insert into product_sms (product_key, recipient, query_params, sent_at)
     select $1, recipient, $3, $4 from unnest($2::text[]) with ordinality as t (recipient, position) order by position`,
    [params.productKey, body.recipients, JSON.stringify(queryParams), now],
  );
  return {};
};
