import { banks } from '@jeongsan/provider-contract';

const codes = new Map(banks.flatMap(({ code, shortCode }) => [code, shortCode].map((name) => [name, code])));

const names = new Map(
  banks.flatMap(({ code, shortCode, koreanName }) => [code, shortCode].map((name) => [name, koreanName])),
);

/** The Korean name of an institution by either of its codes. */
export const bankNameOf = (code: string): string | undefined => names.get(code);

/** The three-digit code of a bank by either of its codes; undefined for an unknown code. */
export const bankCodeOf = (code: string): string | undefined => codes.get(code);
