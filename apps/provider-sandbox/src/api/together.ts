import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import type { Asked, Transacted, World } from '../world.js';
import { type Answer, keepAnswers } from './idempotency.js';

/**
 * Executes many requests of one operation in one transaction, each with the same result as alone. Returns undefined for
 * a request that must be executed alone, and then has changed nothing for it. Every operation also works without a
 * group handler, only slower.
 */
export type GroupHandler<E extends Endpoint> = (
  group: Transacted,
  asked: readonly (readonly [Asked, Input<E>])[],
) => Promise<(Output<E> | undefined)[]>;

type Request = Readonly<{
  asked: Asked;
  input: Input<Endpoint>;
  identity: Buffer | undefined;
  /** Turns a request's result into the answer that its caller gets. */
  answerWith: (output: Output<Endpoint>) => Promise<Answer>;
}>;

/**
 * Executes a request in one transaction with others, and answers after the commit; undefined: execute the request
 * alone.
 */
export type Together = (request: Request) => Promise<Answer | undefined>;

const REQUESTS_MAX = 64;
/** Groups written at once: while Postgres writes one, the next is gathered. More would only make each group smaller. */
const GROUPS_AT_ONCE = 2;
const GATHER_MS = 1;

/** Groups the requests of one operation. The effects and the stored answers of a group commit together. */
export function togetherIn(world: World, handle: GroupHandler<Endpoint> | undefined): Together | undefined {
  if (handle === undefined) return undefined;
  const { database } = world;
  const commit = new GroupCommit<Request, Answer | undefined>({
    batchMax: REQUESTS_MAX,
    writesMax: GROUPS_AT_ONCE,
    gatherMs: GATHER_MS,
    // Unbounded, because each waiting request has a connection to the sandbox, and their number is bounded.
    waitingMax: Number.POSITIVE_INFINITY,
    isItemFault: mayWorkAlone,
    write: (requests) =>
      database.transaction(async (sql) => {
        const outputs = await handle(
          { world, sql },
          requests.map(({ asked, input }) => [asked, input]),
        );
        const answers = await Promise.all(requests.map((request, i) => answerOf(request, outputs[i])));
        const kept = requests.flatMap(({ identity, asked: { now } }, i) => {
          const answer = answers[i];
          return identity && answer ? [{ id: identity, now, answer }] : [];
        });
        keepAnswers(sql, kept);
        return answers;
      }),
  });
  return (request) => commit.add(request);
}

const answerOf = async ({ answerWith }: Request, output: Output<Endpoint>): Promise<Answer | undefined> =>
  output === undefined ? undefined : answerWith(output);
