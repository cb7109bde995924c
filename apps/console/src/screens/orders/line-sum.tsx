import { InWords } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { wonOf, type WireWon } from '../../texts/amounts.js';
import { componentWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

type Component = keyof typeof componentWords;
/** The components of a line with the sign with which they make its net amount. */
const signs = {
  paid: 1n,
  promotion: 1n,
  commission: -1n,
  commissionVat: -1n,
  fees: -1n,
  feeVat: -1n,
} as const satisfies Record<Exclude<Component, 'net'>, bigint>;

/** How the buyer's won of a line make what is for the seller. Parts that are nothing are left out. */
export function LineSum({ line }: Readonly<{ line: Readonly<Record<Component, WireWon>> }>) {
  const t = useTexts(orderTexts);
  const names = Object.keys(signs) as (keyof typeof signs)[];
  return (
    <Sum
      caption={t.division}
      parts={names
        .filter((name) => name === 'paid' || wonOf(line[name]) !== 0n)
        .map((key) => ({
          key,
          label: <InWords words={componentWords} is={key} />,
          won: (signs[key] * wonOf(line[key])).toString(),
        }))}
      totalLabel={<InWords words={componentWords} is="net" />}
      total={line.net}
    />
  );
}
