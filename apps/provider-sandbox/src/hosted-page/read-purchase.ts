import { Purchase } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import type { ProductRow } from '../products/product.js';

/** The labels of the form's fields, for messages to the buyer. */
const labels: Readonly<Record<string, string>> = {
  optionNames: '옵션',
  quantity: '수량',
  customerName: '이름',
  customerPhoneNumber: '휴대폰 번호',
  memo: '요청 사항',
  shipping: '배송지',
};

/** Reads the order from a submitted form. Throws Refused with the name of a field that does not fit. */
export function readPurchase(form: URLSearchParams, product: ProductRow): z.output<typeof Purchase> {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const memo = text('memo');
  const option = product.options.find(({ id }) => id === form.get('option'));
  const read = Purchase.safeParse({
    ...(product.options.length > 0 && { optionNames: option?.names ?? [] }),
    quantity: Number(text('quantity')),
    customerName: text('customerName'),
    customerPhoneNumber: text('customerPhoneNumber').replace(/[-\s]/g, ''),
    ...(product.useMemo && memo !== '' && { memo }),
    ...(product.deliveryAmount !== null && {
      shipping: {
        receiver: text('receiver'),
        postalCode: text('postalCode'),
        address: text('address'),
        detailAddress: text('detailAddress'),
      },
    }),
  });
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0]);
  throw new Refused('INVALID_REQUEST', { about: [labels[field] ?? field] });
}
