import { type TrailFault, verifyNewDecisions } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { bareDifference, type Difference, type Seen, syncBreakList } from '../report-breaks/report-breaks.js';

const CLASS = 'AUDIT_TRAIL';

const differenceOf = ({ number, fault }: TrailFault): Difference =>
  bareDifference({ class: CLASS, subject: `decision/${number}`, expected: 'the row that was hashed', found: fault });

/**
 * The nightly check of the audit trail: the decisions since the last checkpoint, and the checkpoint itself. The first bad row
 * becomes a break that names it; `npm run books -- verify` reads the whole trail.
 */
export async function checkTrail(db: DataSource, seen: Seen): Promise<void> {
  const { firstBad } = await transaction(db, (tx) => verifyNewDecisions(tx, seen.now));
  const found = firstBad ? [differenceOf(firstBad)] : [];
  await transaction(db, (tx) => syncBreakList(tx, [CLASS], seen, found));
}
