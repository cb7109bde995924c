import type { Send, WireReply, WireRequest } from '@jeongsan/http-contract';
import { patientSend } from './patient-send.js';

const request = { method: 'POST', url: 'http://service/orders', body: '{}' } as unknown as WireRequest;
const reply = (status: number, code?: string): WireReply => ({ status, headers: {}, body: JSON.stringify({ code }) });

/** A service that answers in this order, and remembers what it was sent. */
function service(...answers: (WireReply | Error)[]): { send: Send; seen: WireRequest[] } {
  const seen: WireRequest[] = [];
  const send: Send = async (sent) => {
    seen.push(sent);
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer as WireReply;
  };
  return { send, seen };
}

// prettier-ignore
test.each([
  ['nobody listens',                       new Error('connect ECONNREFUSED')],
  ['the outcome is being looked up',       reply(503, 'PAYMENT_OUTCOME_UNKNOWN')],
  ['the first try has not finished',       reply(409, 'IDEMPOTENT_REQUEST_PROCESSING')],
])('while %s, the same request is sent again', async (_, answer) => {
  const { send, seen } = service(answer, answer, reply(200));
  await expect(patientSend(send, { forMs: 5_000 })(request)).resolves.toMatchObject({ status: 200 });
  expect(seen).toEqual([request, request, request]);
});

// prettier-ignore
test.each([
  ['a refusal',         reply(422, 'ORDER_SUM_MISMATCH')],
  ['a conflict',        reply(409, 'PAYMENT_CONFLICT')],
  ['a fault',           reply(500)],
])('%s is an answer, and is not asked for again', async (_, answer) => {
  const { send, seen } = service(answer, reply(200));
  await expect(patientSend(send, { forMs: 5_000 })(request)).resolves.toBe(answer);
  expect(seen).toHaveLength(1);
});

test('patience ends: the last failure is what counts', async () => {
  const { send } = service(new Error('connect ECONNREFUSED'));
  await expect(patientSend(send, { forMs: 250 })(request)).rejects.toThrow('ECONNREFUSED');
});
