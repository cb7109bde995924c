import type { Migration } from '../migration.js';

/** The discount that a shop offers with a payment which it creates. */
export const windowDiscounts: Migration = {
  name: '0015-window-discounts',
  statements: ['alter table payment_window add column discount_code text'],
};
