import { type Handlers, Serves } from '@jeongsan/nest-kit';
import { proofsContract } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { listNightProofs } from './prove-night/list-night-proofs.js';
import { readStoredProof, replayProof } from './prove-night/replay-proof.js';
import { ProofKeys } from './settings.js';

/** Proofs of nights, and the keys that check them. */
@Serves(proofsContract)
export class ProofsController {
  constructor(
    private readonly db: DataSource,
    private readonly keys: ProofKeys,
  ) {}

  readonly handlers: Handlers<typeof proofsContract> = {
    listNightProofs: ({ query }) => listNightProofs(this.db, query),
    getNightProof: async ({ params, query }) => {
      const proof = await readStoredProof(this.db, params.businessDate, query.number);
      const { businessDate, number, state, document, hash, signature, keyId } = proof;
      return { businessDate, number, state, document, hash, signature, keyId };
    },
    replayProof: ({ params, query }) => replayProof(this.db, params.businessDate, query.number),
    listProofKeys: async () => ({ keys: this.keys.all.map(({ publicKey }) => publicKey) }),
  };
}
