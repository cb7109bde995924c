import { allOrNothing, Undo } from './undo.js';

let ended: string[];
const end = (name: string) => async (): Promise<void> => void ended.push(name);
beforeEach(() => (ended = []));

test('what was started last is ended first, once', async () => {
  const undo = new Undo();
  undo.add(end('servers'));
  expect(undo.of('app', end('app'))).toBe('app');
  await undo.run();
  await undo.run();
  expect(ended).toEqual(['app', 'servers']);
});

test('an end that fails keeps nothing running, and is told', async () => {
  const undo = new Undo();
  undo.add(end('servers'));
  undo.add(() => Promise.reject(new Error('The app hangs')));
  await expect(undo.run()).rejects.toThrow('The app hangs');
  expect(ended).toEqual(['servers']);
});

test('a start that fails leaves nothing running, and its own failure is told', async () => {
  const starting = allOrNothing(async (undo) => {
    undo.add(end('servers'));
    undo.add(() => Promise.reject(new Error('The app hangs')));
    throw new Error('No port is free');
  });
  await expect(starting).rejects.toThrow('No port is free');
  expect(ended).toEqual(['servers']);
});
