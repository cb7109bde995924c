import { WHOLE } from '@jeongsan/settlement';
import type { CancelLine } from '../cancel-lines.js';

/** The money of a line: its net amount less cancels, the matured part that is still there, and the matured share. */
export type MaturedMoney = Readonly<{ remaining: bigint; kept: bigint; share: bigint }>;

/**
 * Where the seller's part of a line goes that gets money back (a negative net amount): to payable as far as the line has
 * matured, so that the line stands as if the cancel had never taken the money; the rest to pending, and it matures with
 * the line's next tranche. Debt is not reduced here: the closing recovers debt from payable money. Lines that give money
 * are left out.
 */
export function returnSources(lines: readonly CancelLine[], money: ReadonlyMap<string, MaturedMoney>): CancelLine[] {
  return lines.flatMap((line) => {
    if (line.net >= 0n) return [];
    const { remaining, kept, share } = money.get(line.lineId) ?? { remaining: 0n, kept: 0n, share: 0n };
    const due = ((remaining - line.net) * share) / BigInt(WHOLE) - kept;
    const toPayable = due < 0n ? 0n : due < -line.net ? due : -line.net;
    return [{ ...line, fromPayable: -toPayable, toDebt: 0n }];
  });
}
