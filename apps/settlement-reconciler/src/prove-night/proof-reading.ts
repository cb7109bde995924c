import { businessDateOf } from '@jeongsan/calendar';
import { one, reading } from '@jeongsan/nest-kit';

type ProofRow = { state: string; days: number; seconds: number };
type VerifiedRow = { seconds: number | null };

/** The last nightly proof, and the last sound verification of the ledger. */
export const proofReading = reading(
  'proofs',
  ['proof_days_behind', 'proof_age_seconds', 'proof_unproven', 'ledger_verification_age_seconds'],
  async (db, now) => {
    const [proof] = await db.query<ProofRow[]>(
      `select state, greatest(0, $2::date - business_date) as days,
              greatest(0, extract(epoch from $1::timestamptz - signed_at))::float8 as seconds
         from reconciliation.proof order by business_date desc, number desc limit 1`,
      [now, businessDateOf(now)],
    );
    const [verified] = await db.query<VerifiedRow[]>(
      `select greatest(0, extract(epoch from $1::timestamptz - verified_at))::float8 as seconds
         from ledger.verification order by id desc limit 1`,
      [now],
    );
    return {
      proof_days_behind: proof ? one(proof.days) : [],
      proof_age_seconds: proof ? one(proof.seconds) : [],
      proof_unproven: one(proof?.state === 'UNPROVEN' ? 1 : 0),
      ledger_verification_age_seconds: verified?.seconds == null ? [] : one(verified.seconds),
    };
  },
);
