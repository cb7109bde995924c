import { encodeOutput } from '@jeongsan/http-contract';
import { exits, usageProblem } from '../../faults.js';
import { functionsOf, targetOf } from '../../operations/endpoints.js';
import { readInput } from '../../operations/input-problem.js';
import { printRecord } from '../../output/print.js';
import type { Row } from '../../output/table.js';
import { callOptionsOf, clientOf, confirm, credentialOf } from '../../session.js';
import type { OwnVerb } from '../own-verb.js';

/** Sends one event again, or the events of a range of time. */
export const redeliver: OwnVerb = {
  args: ['<endpoint-id>', '[event-id]'],
  flags: [
    { flags: '--from <instant>', about: 'rangeFrom' },
    { flags: '--to <instant>', about: 'rangeTo' },
    { flags: '--which <which>', about: 'rangeWhich', choices: ['not-delivered', 'all'] },
    { flags: '--reason <reason>', about: 'rangeReason' },
  ],
  changes: true,
  example:
    'webhooks redeliver 018f0e5a-0000-7000-8000-000000000001 --from 2026-05-04T00:00:00+09:00 --to 2026-05-05T00:00:00+09:00 --reason "our receiver was down"',
  run: async (session, { 'endpoint-id': endpointId = '', 'event-id': eventId }, range) => {
    const { words } = session;
    const isRange = Object.keys(range).length > 0;
    if (isRange === (eventId !== undefined)) throw usageProblem(words.oneOrRange);
    const target = targetOf(isRange ? 'replayEvents' : 'redeliver');
    const params = { endpointId, ...(eventId !== undefined && { eventId }) };
    const input = readInput(target.endpoint, { params, ...(isRange && { body: range }) }, [], words);
    const client = clientOf(session, await credentialOf(session));
    await confirm(session, isRange ? words.redeliverRange : words.redeliverOne(eventId ?? ''));
    const answer = await functionsOf(client, target).call(input, callOptionsOf(session));
    await printRecord(
      session.printer,
      encodeOutput(target.endpoint, answer as never) as Row,
      target.endpoint.success.body,
    );
    return exits.done;
  },
};
