import { banks } from '@jeongsan/provider-contract';

const codes = new Map(banks.flatMap(({ code, shortCode }) => [code, shortCode].map((name) => [name, code])));

const names = new Map(
  banks.flatMap(({ code, shortCode, koreanName }) => [code, shortCode].map((name) => [name, koreanName])),
);

/** The Korean word for an institution named by either code. */
export const bankNameOf = (code: string): string | undefined => names.get(code);

/** The three-digit code of a bank named by either code; undefined for a code no bank has. */
export const bankCodeOf = (code: string): string | undefined => codes.get(code);
