import { problemOf } from '../testing/door.js';
import { type ConsoleDoor, echoes, openConsoleDoor } from '../testing/console-door.js';
import { Person } from '../testing/person.js';

const service = echoes();
let door: ConsoleDoor;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service);
}, 60_000);
afterAll(async () => {
  await door?.close();
  await service.stop();
});

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as Record<string, unknown>;

test('a person signs in, is known, calls a service as itself, and signs out', async () => {
  const kim = new Person(door.origin);
  expect(problemOf(await kim.call('/console/session'))).toMatchObject({ code: 'UNAUTHENTICATED' });
  const page = await kim.signIn('approver', '?return=/console/runs?state=draft');
  if (page.status !== 200) console.log(page.url, page.body.toString());
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain('url=/console/runs?state=draft');
  expect(bodyOf(await kim.call('/console/session'))).toMatchObject({ subject: 'approver', roles: ['approver'] });
  const seen = bodyOf(await kim.call('/api/v1/me'))['headers'] as Record<string, string>;
  expect(seen['authorization']).toMatch(/^Bearer eyJ/);
  const { continueAt } = bodyOf(await kim.call('/console/sign-out', { method: 'POST' }));
  expect(continueAt).toContain('/session/end?');
  expect(problemOf(await kim.call('/console/session'))).toMatchObject({ code: 'UNAUTHENTICATED' });
});
