import { by, one, reading } from '@jeongsan/nest-kit';

type Row = { halted: number; locked: number; findings: bigint };

/** How long a decision of this kind has been in force; 0 when it is not. */
const since = (flag: string, action: string): string => `
  case when c.${flag} then greatest(1, extract(epoch from $1::timestamptz -
    (select d.decided_at from payouts.dispatch_decision d where d.action = '${action}' order by d.id desc limit 1))) else 0 end::float8`;

/** Whether sending is stopped. A missing row of the control counts as halted, as it does for senders. */
export const controlReading = reading(
  'dispatch',
  ['dispatch_stopped_seconds', 'provider_findings_open'],
  async (db, now) => {
    const [row] = await db.query<Row[]>(
      `select ${since('halted', 'halted')} as halted, ${since('locked', 'locked')} as locked,
              (select count(*) from payouts.provider_finding where acknowledgement_id is null) as findings
         from payouts.dispatch_control c`,
      [now],
    );
    const { halted, locked, findings } = row ?? { halted: 1, locked: 0, findings: 0n };
    return {
      dispatch_stopped_seconds: by('because', [
        ['halted', halted],
        ['locked', locked],
      ]),
      provider_findings_open: one(findings),
    };
  },
);
