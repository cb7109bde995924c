import { randomBytes, randomUUID } from 'node:crypto';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { registerEndpoint as endpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { sealSecret } from '../endpoint-secret.js';
import { checkTarget, type TargetRules } from '../target-address.js';

const SECRET_BYTES = 32;

type Registry = Readonly<{ db: Executor; seal: DataSeal; rules: TargetRules; now: () => Date }>;

const INSERT = statement(`
  insert into webhooks.endpoint (id, url, event_types, secret_sealed, enabled, created_at) values (:id, :url, :eventTypes, :secretSealed,
    true, :createdAt)`);

/**
 * Registers an endpoint that subscribes to events. Its secret is readable in this answer only; the database has it
 * sealed.
 */
export async function registerEndpoint(
  { db, seal, rules, now }: Registry,
  { url, eventTypes }: Input<typeof endpoint>['body'],
): Promise<Output<typeof endpoint>> {
  await checkTarget(url, rules);
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const registered = { id: randomUUID(), url, eventTypes: [...new Set(eventTypes)], enabled: true, createdAt: now() };
  await INSERT.rows(db, {
    id: registered.id,
    url,
    eventTypes: registered.eventTypes,
    secretSealed: sealSecret(registered.id, secret, seal),
    createdAt: registered.createdAt,
  });
  return { ...registered, secret };
}
