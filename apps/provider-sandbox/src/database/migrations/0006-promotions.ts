import { INSERT_DEFAULT_PROMOTIONS } from '../../promotions/default-promotions.js';
import type { Migration } from '../migration.js';

/** Promotions of card companies and banks. A discount's budget is reduced in the transaction of the payment. */
export const promotions: Migration = {
  name: '0006-promotions',
  statements: [
    // institution is an issuer's code of two characters, or the short code of a bank. A promotion without a due date is
    // renewed every month.
    `create table promotion (
      id bigint generated always as identity primary key,
      type text not null check (type in ('CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT', 'BANK_DISCOUNT')),
      pay_type text not null,
      institution text not null,
      minimum_amount bigint not null,
      maximum_amount bigint,
      discount_amount bigint,
      discount_rate int check (discount_rate between 1000 and 30000),
      discount_code text unique,
      balance bigint check (balance >= 0),
      months int[],
      due_date date,
      check ((discount_code is not null) = (type in ('CARD_DISCOUNT', 'BANK_DISCOUNT'))),
      check ((discount_code is null) = (balance is null)),
      check ((discount_code is null) = (maximum_amount is null)),
      check (num_nonnulls(discount_amount, discount_rate) = num_nonnulls(discount_code)),
      check ((months is not null) = (type = 'CARD_INTEREST_FREE')))`,
    INSERT_DEFAULT_PROMOTIONS,
  ],
};
