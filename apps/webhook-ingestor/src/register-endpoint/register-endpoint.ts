import { randomUUID } from 'node:crypto';
import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { registerEndpoint as endpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { newSecret, sealSecret } from '../endpoint-secret.js';
import { endpointFacts } from '../read-endpoints/read-endpoints.js';
import { checkTarget, type TargetRules } from '../target-address.js';

type Registry = Readonly<{ db: DataSource; seal: DataSeal; rules: TargetRules; now: () => Date }>;

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
  author: Author,
): Promise<Output<typeof endpoint>> {
  await checkTarget(url, rules);
  const secret = newSecret();
  const fresh = { pausedAt: null, pausedBecause: null, failingSince: null, earlierSecretUntil: null };
  const asked = { url, eventTypes: [...new Set(eventTypes)], enabled: true };
  const registered = { id: randomUUID(), ...asked, createdAt: now(), ...fresh };
  const { id, createdAt } = registered;
  const secretSealed = sealSecret(id, secret, seal);
  await transaction(db, async (tx) => {
    await INSERT.rows(tx, { id, url, eventTypes: registered.eventTypes, secretSealed, createdAt });
    const decided = { subject: id, ...authorOf(author), reason: null, before: null, after: endpointFacts(registered) };
    await recordDecision(tx, { kind: 'endpoint.registered', ...decided }, createdAt);
  });
  return { ...registered, secret };
}
