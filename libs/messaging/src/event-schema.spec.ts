import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { eventNotes } from './event-notes.js';
import { exampleOf, eventSchema } from './event-schema.js';
import { eventNames, events, isDeliverable } from './events.js';

const ajv = () => new Ajv2020({ allErrors: true, validateFormats: false });

test.each(eventNames)('%s has a schema of JSON Schema 2020-12, and an example that fits it', (type) => {
  const schema = eventSchema(type);
  expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: type });
  const isValid = ajv().compile(schema);
  expect([isValid(exampleOf(type)), isValid.errors]).toEqual([true, null]);
  expect(isDeliverable(type, eventNotes[type].example)).toBe(true);
});

test('every event type has a note, and every note an event type', () => {
  expect(Object.keys(eventNotes).toSorted()).toEqual([...eventNames].toSorted());
});

// prettier-ignore
test.each([
  ['another type',           { eventType: 'seller.changed' }],
  ['a state of no table',    { data: { ...exampleOf('payout.changed').data, status: 'COMPLETED' } }],
  ['a class of no table',    { data: { ...exampleOf('payout.changed').data, failureClass: 'later' } }],
  ['an amount as a number',  { data: { ...exampleOf('payout.changed').data, amount: 9700 } }],
  ['an amount in words',     { data: { ...exampleOf('payout.changed').data, amount: '9,700' } }],
  ['no data',                { data: {} }],
])('%s does not fit the schema of payout.changed', (_, wrong) => {
  expect(ajv().validate(eventSchema('payout.changed'), { ...exampleOf('payout.changed'), ...wrong })).toBe(false);
});

test('a member that a later release adds fits the schema', () => {
  const { data, ...rest } = exampleOf('payout.changed');
  expect(ajv().validate(eventSchema('payout.changed'), { ...rest, tier: 1, data: { ...data, tier: 'gold' } })).toBe(
    true,
  );
});

/** Names whose values are states, classes or reasons: each must be a closed list. */
const CLOSED = new Set(['status', 'state', 'class', 'reason', 'because', 'severity', 'failureClass', 'scheduleType']);

test('no state, class or reason of an event is a bare text', () => {
  const bare = eventNames.flatMap((type) =>
    Object.entries<z.ZodType>(events[type].shape)
      .filter(([name, schema]) => CLOSED.has(name) && !(unwrapped(schema) instanceof z.ZodEnum))
      .map(([name]) => `${type} ${name}`),
  );
  expect(bare).toEqual([]);
});

const unwrapped = (schema: z.ZodType): unknown => (schema instanceof z.ZodNullable ? schema.unwrap() : schema);
