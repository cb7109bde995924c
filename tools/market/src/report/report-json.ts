import type { Facts } from './facts.js';
import type { Proof } from './prove.js';
import type { Summary } from './summary.js';

/** The report for machines: the same facts, every amount a decimal string of won. */
export function reportJson({ from, until }: Pick<Facts, 'from' | 'until'>, summary: Summary, proof: Proof): string {
  const content = { from, until, ...summary, proof };
  return `${JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`;
}
