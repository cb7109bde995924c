import { formatWon } from '@jeongsan/money';
import { heading, toLeft, toRight, WIDTH } from './columns.js';
import { areProven, type SignedNights } from './signed-nights.js';

const AMOUNT_WIDTH = 22;
type Equation = NonNullable<SignedNights['last']>['document']['equations'][number];

/** The services' own proof, as the demo's last word: states of all nights, and the equations of the last one. */
export function renderNights(nights: SignedNights): string {
  const { states, proofs, forged, last } = nights;
  const counted = (state: 'PROVEN' | 'PROVEN_WITH_EXCEPTIONS' | 'UNPROVEN') => states.get(state)?.length ?? 0;
  return [
    heading(`서비스가 서명한 증명 The services' signed proof, night of ${last?.night ?? '-'}`),
    ...(last?.document.equations ?? []).map(equationLine),
    '',
    `  ${proofs} proofs checked with the published keys: ${forged.length === 0 ? 'hash, signature and chain are right' : `wrong: ${forged.join(', ')}`}`,
    `  ${counted('PROVEN')} nights proven, ${counted('PROVEN_WITH_EXCEPTIONS')} with explained exceptions, ${counted('UNPROVEN')} unproven`,
    areProven(nights)
      ? '✔ 모든 밤이 증명되었습니다. Every night is proven.'
      : `✘ Unproven: ${(states.get('UNPROVEN') ?? []).join(', ') || 'signatures'}`,
  ].join('\n');
}

function equationLine({ title, unit, day, account, currency, verdict, sides, lines }: Equation): string {
  const of = [account, day, currency === 'KRW' ? '' : currency].filter((part) => part !== '').join(' ');
  const [side] = sides;
  const amount = BigInt(side?.amount ?? '0');
  const text = unit === 'money' && currency === 'KRW' ? formatWon(amount) : amount.toString();
  const excepted = lines.length === 0 ? '' : ` (${lines.length} explained)`;
  const mark = verdict === 'DIFFERS' ? '✘' : '✔';
  return (
    toLeft(
      `${mark} ${title}${of === '' ? '' : ` [${of}]`}${verdict === 'EXCEPTED' ? excepted : ''}`,
      WIDTH - AMOUNT_WIDTH,
    ) + toRight(text, AMOUNT_WIDTH)
  );
}
