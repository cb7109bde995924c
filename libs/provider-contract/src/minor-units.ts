import { minorDigitsOf, SignedWonNumber, WonNumber } from '@jeongsan/money';
import { z } from 'zod';

/*
 * The provider writes amounts in units with decimals (`12.34` with `"currency": "USD"`). Our contract's types hold minor units
 * (1234n), in every currency. An amount does not say its currency; the object around it does, so the whole object is converted.
 * Won have no decimals: objects in won pass unchanged.
 */

type Convert = (amount: number | string, digits: number) => number | string;

/** JSON of the provider with its amounts in minor units of their currency, ready to be read by `schema`. */
export const toMinorUnits = (schema: z.ZodType, json: unknown): unknown => converted(schema, json, 0, moved);

/** JSON that `schema` has written, with its amounts as the provider writes them. */
export const fromMinorUnits = (schema: z.ZodType, json: unknown): unknown =>
  converted(schema, json, 0, (amount, digits) => Number(moved(amount, -digits)));

function converted(schema: z.core.$ZodType, json: unknown, digits: number, convert: Convert): unknown {
  if (json === null || json === undefined) return json;
  if (schema === WonNumber || schema === SignedWonNumber) {
    const isAmount = digits > 0 && (typeof json === 'number' || typeof json === 'string');
    return isAmount ? convert(json, digits) : json;
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodCatch)
    return converted(schema.def.innerType, json, digits, convert);
  if (schema instanceof z.ZodArray && Array.isArray(json))
    return json.map((item) => converted(schema.element, item, digits, convert));
  if (schema instanceof z.ZodObject && typeof json === 'object' && !Array.isArray(json))
    return convertedObject(schema, json as Readonly<Record<string, unknown>>, digits, convert);
  return json;
}

function convertedObject(
  { shape }: z.ZodObject,
  json: Readonly<Record<string, unknown>>,
  around: number,
  convert: Convert,
): unknown {
  const { currency } = json;
  const isNamed = 'currency' in shape && typeof currency === 'string';
  const digits = isNamed ? minorDigitsOf(currency) : around;
  if (isNamed && digits === 0) return json;
  const members = Object.entries<z.core.$ZodType>(shape).filter(([name]) => name in json);
  const changed = members.map(([name, member]) => [name, converted(member, json[name], digits, convert)]);
  return { ...json, ...(Object.fromEntries(changed) as object) };
}

/** The number with its decimal point moved, exactly; a number that would keep a fraction is returned unchanged, and refused by its schema. */
function moved(amount: number | string, digits: number): number | string {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(String(amount)) ?? [];
  if (sign === undefined) return amount;
  const all = whole.padStart(1 - digits, '0') + fraction.padEnd(Math.max(digits, 0), '0');
  const point = whole.padStart(1 - digits, '0').length + digits;
  const rest = all.slice(point).replace(/0+$/, '');
  if (digits > 0 && rest !== '') return amount;
  return `${sign}${all.slice(0, point).replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
}
const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{1,15}))?$/;
