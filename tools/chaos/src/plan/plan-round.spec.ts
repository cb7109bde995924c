import { planRound, strikeKinds } from './plan-round.js';

test('the same seed plans the same round, another seed another one', () => {
  expect(planRound('7', 3, 30)).toEqual(planRound('7', 3, 30));
  expect(planRound('8', 3, 30).histories).not.toEqual(planRound('7', 3, 30).histories);
});

test('a history does not depend on how many others are planned beside it', () => {
  expect(planRound('7', 1, 5).histories).toEqual(planRound('7', 1, 30).histories.slice(0, 5));
});

test('ten rounds bring every kind of strike three times, and two to eight schedulers', () => {
  const rounds = Array.from({ length: 10 }, (_, number) => planRound('7', number, 1));
  const struck = rounds.flatMap(({ strikes }) => strikes.map(({ kind }) => kind));
  for (const kind of strikeKinds) expect(struck.filter((one) => one === kind).length).toBeGreaterThanOrEqual(3);
  const replicas = rounds.map((round) => round.replicas);
  expect([Math.min(...replicas), Math.max(...replicas)]).toEqual([2, 8]);
});
