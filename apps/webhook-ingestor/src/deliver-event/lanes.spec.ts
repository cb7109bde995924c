import fc from 'fast-check';
import { Lanes } from './lanes.js';

const limits = { total: 10, perEndpoint: 3, slowTotal: 2 };

test('an endpoint that does not answer keeps one lane, and gets all back with its first answer', () => {
  const lanes = new Lanes(limits);
  lanes.take('a');
  lanes.take('a');
  expect(lanes.capacityOf('a')).toBe(1);
  lanes.release('a', false);
  expect(lanes.capacityOf('a')).toBe(0);
  lanes.release('a', false);
  expect([lanes.capacityOf('a'), lanes.capacityOf('b')]).toEqual([1, 3]);
  lanes.take('a');
  lanes.release('a', true);
  expect([lanes.capacityOf('a'), lanes.exceptions().size]).toEqual([3, 0]);
});

test('endpoints that do not answer share a part of the lanes', () => {
  const lanes = new Lanes(limits);
  for (const id of ['a', 'b', 'c']) {
    lanes.take(id);
    lanes.release(id, false);
  }
  lanes.take('a');
  lanes.take('b');
  expect([lanes.capacityOf('c'), lanes.capacityOf('d')]).toEqual([0, 3]);
});

test('whatever happens, every lane comes back', () => {
  const event = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (events) => {
      const lanes = new Lanes(limits);
      const open: string[] = [];
      for (const [id, isStart, answered] of events) {
        if (isStart && lanes.free > 0 && lanes.capacityOf(id) > 0) {
          lanes.take(id);
          open.push(id);
        } else if (!isStart && open.includes(id)) {
          lanes.release(id, answered);
          open.splice(open.indexOf(id), 1);
        }
        expect(lanes.inUse).toBe(open.length);
        expect(open.filter((one) => one === id).length).toBeLessThanOrEqual(limits.perEndpoint);
      }
      for (const id of open) lanes.release(id, true);
      for (const id of ['a', 'b', 'c', 'd']) {
        // After one more answer the endpoint has all lanes again: an old time-out must not hold it back.
        lanes.take(id);
        lanes.release(id, true);
        expect(lanes.capacityOf(id)).toBe(limits.perEndpoint);
      }
      expect(lanes.free).toBe(limits.total);
      expect(lanes.exceptions().size).toBe(0);
    }),
  );
});
