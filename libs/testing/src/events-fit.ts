import { eventNames, eventSchema } from '@jeongsan/messaging';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataSource } from 'typeorm';

const EVENTS_MAX = 5_000;
/** Entities about which specs store events that are wrong on purpose. */
const WRONG_ON_PURPOSE = ['wrong', 'order-of-ids'];

const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

function validatorOf(type: string): ValidateFunction | undefined {
  const name = eventNames.find((known) => known === type);
  const known = compiled.get(type) ?? (name && ajv.compile(eventSchema(name)));
  if (known) compiled.set(type, known);
  return known;
}

/**
 * What is wrong with the events that a spec's services have stored: each must fit the JSON Schema that consumers read. Every
 * database of an integration spec is asked when it is dropped, so a payload that no spec of its own looks at is seen too.
 */
export async function misfitEvents(db: DataSource): Promise<string[]> {
  const bodies = await db.query<Record<string, unknown>[]>(
    `select id as "eventId", type as "eventType", entity_id as "entityId", sequence::int as sequence,
            to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", data
       from messaging.event where entity_id <> all($1) order by id limit ${EVENTS_MAX}`,
    [WRONG_ON_PURPOSE],
  );
  return bodies.flatMap((body) => {
    const isValid = validatorOf(String(body['eventType']));
    if (!isValid) return [`${String(body['eventType'])} has no schema`];
    return isValid(body) ? [] : [`${ajv.errorsText(isValid.errors)} in ${JSON.stringify(body)}`];
  });
}
