import { OverTime, within } from './time-limit.js';

const later = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

test('work that ends in time gives what it gives, and leaves no timer behind', async () => {
  await expect(within(60_000, () => later(1, 'done'))).resolves.toBe('done');
  await expect(within(60_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

test('work that hangs is over time, and its late failure is nobody’s', async () => {
  const late = within(5, () => later(15, undefined).then(() => Promise.reject(new Error('too late'))));
  await expect(late).rejects.toThrow(OverTime);
  await later(20, undefined);
});
