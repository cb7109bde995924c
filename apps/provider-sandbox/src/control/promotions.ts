import type { Output } from '@jeongsan/http-contract';
import { bankNamed, cardIssuerNamed } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import type { Sql } from '../database/sql.js';
import { PROMOTION_COLUMNS, type PromotionRow, RATE_WHOLE } from '../promotions/promotion.js';
import type { ControlHandler } from './control-handler.js';
import { invalid } from './control-refusals.js';

type Settings = Output<typeof contract.changePromotions>;
type Setting = Settings['promotions'][number];

export const readPromotions: ControlHandler<typeof contract.readPromotions> = async ({ sql }) => settingsIn(sql);

/** Replaces all promotions in one transaction. */
export const changePromotions: ControlHandler<typeof contract.changePromotions> = async ({ world }, { body }) => {
  const codes = body.promotions.flatMap((setting) => ('discountCode' in setting ? [setting.discountCode] : []));
  if (new Set(codes).size < codes.length) throw invalid('Two promotions have the same discountCode');
  const stored = body.promotions.map(storedOf);
  return world.database.transaction(async (sql) => {
    await sql.rows('delete from promotion');
    await sql.rows(INSERT, [JSON.stringify(stored)]);
    return settingsIn(sql);
  });
};

const INSERT = `
  insert into promotion (type, pay_type, institution, minimum_amount, maximum_amount, discount_amount, discount_rate,
    discount_code, balance, months, due_date)
  select type, "payType", institution, "minimumAmount", "maximumAmount", "discountAmount", "discountRate", "discountCode", balance,
    months, "dueDate"
  from rows from (jsonb_to_recordset($1) as (type text, "payType" text, institution text, "minimumAmount" bigint,
    "maximumAmount" bigint, "discountAmount" bigint, "discountRate" int, "discountCode" text, balance bigint, months int[], "dueDate" date))
    with ordinality order by ordinality`;

function storedOf(setting: Setting): object {
  const institution = institutionOf(setting);
  const { type, payType, dueDate, minimumPaymentAmount } = setting;
  const common = { type, payType, dueDate, minimumAmount: Number(minimumPaymentAmount) };
  if (type === 'CARD_POINT') return { ...common, institution };
  if (type === 'CARD_INTEREST_FREE') return { ...common, institution, months: setting.installmentFreeMonths };
  const { discountCode, discountAmount } = setting;
  return {
    ...common,
    institution,
    maximumAmount: Number(setting.maximumPaymentAmount),
    discountAmount: discountAmount === null ? null : Number(discountAmount),
    discountRate:
      type === 'BANK_DISCOUNT' && setting.discountRate !== null ? hundredThousandths(setting.discountRate) : null,
    discountCode,
    balance: Number(setting.balance),
  };
}

/** The institution's code: an issuer's two characters, or the short code of a bank. */
function institutionOf(setting: Setting): string {
  const known =
    setting.type === 'BANK_DISCOUNT'
      ? bankNamed(setting.bankCode)?.shortCode
      : cardIssuerNamed(setting.issuerCode)?.code;
  if (known === undefined) throw invalid('Nobody knows this bank or card issuer');
  return known;
}

const hundredThousandths = (rate: number): number => Math.round(rate * RATE_WHOLE);

async function settingsIn(sql: Sql): Promise<Settings> {
  const rows = await sql.rows<PromotionRow>(`select ${PROMOTION_COLUMNS} from promotion order by id`);
  return { promotions: rows.map(settingOf) };
}

function settingOf(row: PromotionRow): Setting {
  const { payType, dueDate, institution } = row;
  const common = { payType, dueDate, minimumPaymentAmount: row.minimumAmount };
  if (row.type === 'CARD_POINT') return { ...common, type: row.type, issuerCode: institution };
  if (row.type === 'CARD_INTEREST_FREE')
    return { ...common, type: row.type, issuerCode: institution, installmentFreeMonths: row.months };
  const { maximumAmount: maximumPaymentAmount, discountCode, balance } = row;
  const discount = { ...common, maximumPaymentAmount, discountCode, balance };
  if (row.type === 'CARD_DISCOUNT')
    return { ...discount, type: row.type, issuerCode: institution, discountAmount: row.discountAmount };
  const discountRate = row.discountRate === null ? null : row.discountRate / RATE_WHOLE;
  return { ...discount, type: row.type, bankCode: institution, discountAmount: row.discountAmount, discountRate };
}
