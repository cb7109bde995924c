// ASSUMED: which promotions run is a matter of contracts; these are typical ones, renewed every month.
/** The promotions of a new sandbox, as one statement. */
export const INSERT_DEFAULT_PROMOTIONS = `
  insert into promotion (type, pay_type, institution, minimum_amount, maximum_amount, discount_amount, discount_rate,
    discount_code, balance, months)
  values
    ('CARD_DISCOUNT', 'NORMAL', '61', 30000, 10000000, 1000, null, '7870516367', 2000000, null),
    ('CARD_DISCOUNT', 'NORMAL', '51', 50000, 10000000, 3000, null, '7870516368', 5000000, null),
    ('CARD_DISCOUNT', 'WALLET', '41', 10000, 10000000, 500, null, '7870516369', 1000000, null),
    ('CARD_INTEREST_FREE', 'NORMAL', '11', 50000, null, null, null, null, null, '{2,3,4,5,6,7}'),
    ('CARD_INTEREST_FREE', 'NORMAL', '41', 50000, null, null, null, null, null, '{2,3,4,5,6,7}'),
    ('CARD_INTEREST_FREE', 'NORMAL', '51', 50000, null, null, null, null, null, '{2,3,4,5,6}'),
    ('CARD_INTEREST_FREE', 'NORMAL', '61', 50000, null, null, null, null, null, '{2,3}'),
    ('CARD_INTEREST_FREE', 'BILLING', '61', 50000, null, null, null, null, null, '{2,3}'),
    ('CARD_INTEREST_FREE', 'WALLET', '41', 50000, null, null, null, null, null, '{2,3,4,5,6}'),
    ('CARD_POINT', 'NORMAL', '61', 5000, null, null, null, null, null, null),
    ('CARD_POINT', 'WALLET', '11', 5000, null, null, null, null, null, null),
    ('BANK_DISCOUNT', 'NORMAL', '92', 20000, 1000000, 1000, null, '7870516370', 3000000, null),
    ('BANK_DISCOUNT', 'WALLET', '92', 10000, 1000000, null, 5000, '7870516371', 3000000, null),
    ('BANK_DISCOUNT', 'WALLET', '90', 10000, 1000000, 500, null, '7870516372', 1000000, null)`;
