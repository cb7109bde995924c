import { type TrailPoint, verifyWholeTrail } from '@jeongsan/audit';
import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { ReadDatabase } from '@jeongsan/nest-platform';
import { decisionsContract } from '@jeongsan/platform-contract';
import { exportDecisions } from './export-decisions.js';
import { listDecisions, readDecision } from './list-decisions.js';

/** The audit trail of all services, for those who may read it. */
@Serves(decisionsContract)
export class DecisionsController {
  constructor(private readonly db: ReadDatabase) {}

  readonly handlers: Handlers<typeof decisionsContract> = {
    listDecisions: ({ query }) => listDecisions(this.db, query),
    getDecision: ({ params }) => readDecision(this.db, params.decisionId),
    exportDecisions: async ({ query }) => exportDecisions(this.db, query),
    verifyTrail: async () => {
      const { verified, head, firstBad } = await this.db.transaction('REPEATABLE READ', verifyWholeTrail);
      return { verified, sound: firstBad === null, head: shown(head), firstBad: firstBad && shown(firstBad) };
    },
  };
}

const shown = <T extends Pick<TrailPoint, 'number'>>(point: T) => ({ ...point, number: Number(point.number) });
