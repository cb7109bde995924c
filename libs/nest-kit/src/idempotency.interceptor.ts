import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';
import type { FastifyReply } from 'fastify';
import { catchError, mergeMap, of, type Observable } from 'rxjs';
import type { KitRequest } from './caller.js';
import { endpointOf } from './endpoint-marks.js';
import { IdempotencyStore, type IdempotentRequest } from './idempotency.js';
import { toProblem } from './problem.js';

const KEY_CHARACTERS_MAX = 300;

/** Answers a repeated POST (same `Idempotency-Key` header) with the first answer, in apps that have an IdempotencyStore. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(@Optional() @Inject(IdempotencyStore) private readonly store?: IdempotencyStore) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const asked = idempotentRequest(http.getRequest<KitRequest>());
    if (!this.store || !asked) return next.handle();

    const verdict = await this.store.begin(asked);
    switch (verdict.kind) {
      case 'new':
        return remember(this.store, asked, endpointOf(context)?.success.status ?? 200, next);
      case 'replay':
        void http.getResponse<FastifyReply>().header('idempotent-replayed', 'true');
        return of(replayed(verdict.status, verdict.response));
      case 'running':
        throw new Refusal(
          409,
          'IDEMPOTENT_REQUEST_PROCESSING',
          'The first request with this Idempotency-Key has not finished',
        );
      case 'conflict':
        throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before for another request');
    }
  }
}

function remember(
  store: IdempotencyStore,
  asked: IdempotentRequest,
  successStatus: number,
  next: CallHandler,
): Observable<unknown> {
  return next.handle().pipe(
    catchError(async (error: unknown) => {
      const { status, body } = toProblem(error);
      await (status < 500 ? store.finish(asked, status, body) : store.abandon(asked));
      throw error;
    }),
    mergeMap(async (answer: unknown) => {
      await store.finish(asked, successStatus, answer);
      return answer;
    }),
  );
}

function idempotentRequest({ headers, method, url, caller, rawBody }: KitRequest): IdempotentRequest | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || !caller) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > KEY_CHARACTERS_MAX) {
    throw new Refusal(400, 'INVALID_IDEMPOTENCY_KEY', `An Idempotency-Key has 1 to ${KEY_CHARACTERS_MAX} characters`);
  }
  const bodyHash = createHash('sha256')
    .update(rawBody ?? '')
    .digest('hex');
  return { caller: caller.actor, key, request: `${method} ${url}`, bodyHash };
}

function replayed(status: number, response: unknown): unknown {
  if (status < 400) return response;
  const { code, detail, ...members } = response as { code: string; detail: string };
  throw new Refusal(status, code, detail, members);
}
