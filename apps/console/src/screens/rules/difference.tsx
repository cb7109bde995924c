import type { OutputOf } from '../../api/names.js';
import { InWords } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { wonOf } from '../../texts/amounts.js';
import { componentWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { ruleTexts } from './rules.texts.js';

type Total = OutputOf<'getTermsChange'>['total'];
/** The components that a change of terms moves, with the sign with which the seller gets them. */
export const differenceSigns = {
  promotion: 1n,
  commission: -1n,
  commissionVat: -1n,
  fees: -1n,
  feeVat: -1n,
} as const satisfies Record<Exclude<keyof Total, 'net'>, bigint>;
type Component = keyof typeof differenceSigns;

/** What a change of terms or rules moves, part by part, as the seller sees it. */
export function Difference({ total }: Readonly<{ total: Total }>) {
  const t = useTexts(ruleTexts);
  return (
    <Sum
      caption={t.effectCaption}
      parts={(Object.keys(differenceSigns) as Component[]).map((key) => ({
        key,
        label: <InWords words={componentWords} is={key} />,
        won: (differenceSigns[key] * wonOf(total[key])).toString(),
      }))}
      totalLabel={t.net}
      total={total.net}
    />
  );
}
