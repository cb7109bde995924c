import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSeal } from '@jeongsan/jwe';
import { inJob, type RunningJob } from '@jeongsan/database';
import { baseEnv, Clock, createApp, isServerAway, parseEnv } from '@jeongsan/nest-kit';
import { keepData } from '@jeongsan/nest-platform';
import { statementMailsContract } from '@jeongsan/platform-contract';
import { booksAreSound, testDatabase, type TestDatabase, testSeal } from '@jeongsan/testing';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { DataSource } from 'typeorm';
import { StatementMailsController } from '../statement-mails.controller.js';
import { API_KEY, apiKeys, draft, sale, seller } from '../../testing/statement-world.js';
import { keptContacts } from './contact.js';
import { Mailer } from './mailer.js';
import { sendMail } from './send-mail.js';

const JUNE = new Date('2026-06-01T00:00:00+09:00');
const TO = 'seller@shop.example';
const received: { to: string[]; text: string }[] = [];
/** The status with which the mail server answers the next e-mails; undefined: it takes them. */
let answer: number | undefined;
let now = JUNE;
let database: TestDatabase;
let smtp: SMTPServer;
let mailer: Mailer;
let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  await statements();
  smtp = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], onData: takeOrRefuse },
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  mailer = mailerTo((smtp.server.address() as AddressInfo).port);
  const { db } = database;
  @Module({
    controllers: [StatementMailsController],
    providers: [
      { provide: DataSource, useValue: db },
      { provide: DataSeal, useValue: testSeal },
      { provide: Mailer, useValue: mailer },
      { provide: Clock, useValue: { now: () => now } },
    ],
  })
  class MailsOnly {}
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS: apiKeys });
  app = await createApp({ module: MailsOnly, env, title: 'mails', contract: statementMailsContract });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
}, 60_000);
afterAll(async () => {
  await app.close();
  await mailer.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await booksAreSound(database.db);
  await database.drop();
});
beforeEach(() => {
  answer = undefined;
  now = JUNE;
  received.splice(0);
});

const mailerTo = (port: number, credentials = '') =>
  new Mailer({
    url: `smtp://${credentials}127.0.0.1:${port}`,
    from: '정산 <settlement@market.example>',
    requireTls: false,
  });

function takeOrRefuse(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    if (answer !== undefined) return done(Object.assign(new Error(`no ${TO} here`), { responseCode: answer }));
    const to = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ to, text: Buffer.concat(chunks).toString('utf8') });
    done();
  });
}

async function statements(): Promise<void> {
  const { db } = database;
  for (const sellerId of ['shop-1', 'shop-2', 'shop-3']) await seller(db, sellerId);
  await sale(
    db,
    ['shop-1', 'shop-2', 'shop-3'].map((sellerId) => ({ sellerId, amount: 3_000_000_000n })),
    { approvedAt: new Date('2026-05-01T01:00:00Z'), maturesOn: '2026-05-08' },
  );
  await draft(db, '2026-05-08');
}

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
}
const contact = (sellerId: string, language = 'ko') =>
  call('PUT', `/sellers/${sellerId}/statement-contact`, { email: TO, language });
const send = (id: unknown, by = mailer, db = database.db) => sendMail(db, testSeal, by, id as string, () => now);
/** The database, but a statement that matches fails as it does when the server restarts. */
const restartingAt = (sql: RegExp): DataSource =>
  new Proxy(database.db, {
    get: (db, name) =>
      name === 'query'
        ? (text: string, values?: unknown[]) =>
            sql.test(text)
              ? Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
              : db.query(text, values)
        : (Reflect.get(db, name, db) as unknown),
  });
const mailOf = async (id: unknown) => {
  const { json } = await call('GET', '/statement-mails');
  return (json['items'] as Record<string, unknown>[]).find((mail) => mail['id'] === id);
};
async function jobs(): Promise<string[]> {
  const rows = await database.db.query<{ data: { mailId: string } }[]>(
    `select data from messaging.outbox where job = 'statement-mail.send' order by id`,
  );
  return rows.map(({ data }) => data.mailId);
}
/** The header of an e-mail, unfolded, with its encoded words decoded. */
function header(text: string, name: string): string {
  const found = new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(text)?.[1] ?? '';
  return found
    .replace(/\r\n[ \t]/g, '')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, code: string) => Buffer.from(code, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, code: string) =>
      decodeURIComponent(code.replaceAll('_', ' ').replaceAll('=', '%')),
    );
}

async function askedFor(sellerId: string): Promise<Record<string, unknown>> {
  const [row] = await database.db.query<{ id: string }[]>('select id from payouts.statement where seller_id = $1', [
    sellerId,
  ]);
  const { json } = await call('POST', `/statements/${row?.id}/mail`, {});
  return json;
}

/** An e-mail that is to be sent, asked for the first time or once more. */
async function waitingMail(): Promise<unknown> {
  await contact('shop-3');
  const { id, state } = await askedFor('shop-3');
  if (state !== 'unsent') await call('POST', `/statement-mails/${String(id)}/again`);
  return id;
}

test('an address is shown masked, lies sealed, and can be erased', async () => {
  expect((await call('GET', '/sellers/shop-1/statement-contact')).json).toMatchObject({
    code: 'STATEMENT_CONTACT_NOT_FOUND',
  });
  expect(await askedFor('shop-1')).toMatchObject({ code: 'STATEMENT_CONTACT_NOT_FOUND' });
  expect(await contact('shop-1')).toMatchObject({
    status: 200,
    json: { email: 's***@shop.example', setBy: 'key:operator' },
  });
  const [row] = await database.db.query<{ text: string }[]>(`select c::text as text from payouts.statement_contact c`);
  expect(row?.text).not.toContain(TO);
  expect(await call('DELETE', '/sellers/shop-1/statement-contact')).toMatchObject({ status: 200 });
  expect((await call('GET', '/sellers/shop-1/statement-contact')).status).toBe(404);
  expect((await contact('stranger')).json).toMatchObject({ code: 'SELLER_NOT_FOUND' });
});

test('a statement is sent once with its document, in the language of the seller', async () => {
  await contact('shop-1');
  const mail = await askedFor('shop-1');
  expect(mail).toMatchObject({
    state: 'unsent',
    sellerId: 'shop-1',
    month: null,
    format: 'pdf',
    askedBy: 'key:operator',
  });
  expect(await askedFor('shop-1')).toMatchObject({ id: mail['id'] });
  expect(await jobs()).toEqual([mail['id']]);
  await send(mail['id']);
  await send(mail['id']);
  expect(received).toHaveLength(1);
  const [{ to, text } = { to: [], text: '' }] = received;
  expect(to).toEqual([TO]);
  expect(header(text, 'Subject')).toBe('정산 내역서 2026-05-08');
  expect(header(text, 'Message-ID')).toContain(mail['id'] as string);
  const attached = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(text)?.[1] ?? '';
  expect(Buffer.from(attached, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect(await mailOf(mail['id'])).toMatchObject({ state: 'sent', attempts: 1, sentAt: JUNE.toISOString() });
});

test('a refusal is final until a person sends again; nothing recorded names the address', async () => {
  await contact('shop-2', 'en');
  const { id } = await askedFor('shop-2');
  answer = 550;
  await send(id);
  expect(await mailOf(id)).toMatchObject({ state: 'failed', failure: 'REFUSED', problem: 'EMESSAGE 550' });
  await send(id);
  answer = undefined;
  expect(await call('POST', `/statement-mails/${id as string}/again`)).toMatchObject({
    status: 202,
    json: { state: 'unsent' },
  });
  expect(await call('POST', `/statement-mails/${id as string}/again`)).toMatchObject({
    status: 409,
    json: { code: 'STATEMENT_MAIL_STATE' },
  });
  await send(id);
  expect(received).toHaveLength(1);
  expect(header(received[0]?.text ?? '', 'Subject')).toBe('Settlement statement 2026-05-08');
  expect(JSON.stringify(await database.db.query('select * from payouts.statement_mail'))).not.toContain('shop.example');
});

test('a server that is away, or says later, is tried again for a day, and not for ever', async () => {
  await contact('shop-3');
  const { id } = await askedFor('shop-3');
  answer = 451;
  await send(id);
  expect(await mailOf(id)).toMatchObject({
    problem: 'EMESSAGE 451',
    nextTryAt: '2026-05-31T15:01:00.000Z',
    attempts: 1,
  });
  // Not an answer to this e-mail: a wrong password in MAIL_URL is mended without asking for each e-mail again.
  const stranger = mailerTo((smtp.server.address() as AddressInfo).port, 'market:wrong@');
  await send(id, stranger);
  expect(await mailOf(id)).toMatchObject({ state: 'unsent', problem: 'EAUTH 535', attempts: 2 });
  await stranger.close();
  const away = mailerTo(1);
  const waits: number[] = [];
  for (let attempt = 3; attempt < 19; attempt += 1) {
    await send(id, away);
    const { nextTryAt } = (await mailOf(id)) as { nextTryAt: string };
    waits.push(Date.parse(nextTryAt) - now.getTime());
    now = new Date(nextTryAt);
  }
  expect(waits.slice(0, 6).map((ms) => ms / 60_000)).toEqual([4, 8, 16, 32, 64, 120]);
  expect(now.getTime() - JUNE.getTime()).toBeGreaterThan(24 * 3_600_000);
  await send(id, away);
  expect(await mailOf(id)).toMatchObject({
    ...{ state: 'failed', failure: 'SERVER_AWAY', problem: 'ESOCKET', nextTryAt: null, attempts: 19 },
  });
});

test('the next attempt is a job of its own, at its time', async () => {
  const id = await waitingMail();
  const open = () =>
    database.db.query<(RunningJob & { runAt: Date })[]>(
      `select id, dedupe_key as "dedupeKey", run_at as "runAt" from messaging.outbox where dedupe_key = $1 and done_at is null`,
      [`statement-mail/${String(id)}`],
    );
  const [job] = await open();
  answer = 421;
  await inJob(job as RunningJob, () => send(id));
  const [next, ...others] = await open();
  expect([next?.runAt, others]).toEqual([new Date(JUNE.getTime() + 60_000), []]);
  expect(next?.id).not.toBe(job?.id);
  answer = undefined;
  now = new Date(JUNE.getTime() + 60_000);
  await send(id);
  expect(await mailOf(id)).toMatchObject({ state: 'sent', problem: null, nextTryAt: null, attempts: 2 });
});

test('two processes with the same job send one e-mail', async () => {
  await contact('shop-3');
  const id = await waitingMail();
  await Promise.all([send(id), send(id), send(id)]);
  expect(received).toHaveLength(1);
});

test('what a killed process had begun to send is sent by the next try, when its time is over', async () => {
  const { db } = database;
  const id = await waitingMail();
  const [job] = await db.query<RunningJob[]>(
    `select id, dedupe_key as "dedupeKey" from messaging.outbox where dedupe_key = $1 and done_at is null`,
    [`statement-mail/${String(id)}`],
  );
  await db.query('update payouts.statement_mail set claimed_at = $2, attempts = 1 where id = $1', [id, now]);

  await inJob(job as RunningJob, () => send(id));
  expect(received).toEqual([]);
  const [next] = await db.query<{ runAt: Date }[]>(
    `select run_at as "runAt" from messaging.outbox where dedupe_key = $1 and done_at is null`,
    [`statement-mail/${String(id)}`],
  );
  now = next?.runAt ?? now;
  expect(now).toEqual(new Date(JUNE.getTime() + 600_000));

  now = new Date(now.getTime() + 1);
  await send(id);
  expect(received).toHaveLength(1);
  expect(await mailOf(id)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('an e-mail whose job is dead can be asked for again, and one whose job is open cannot', async () => {
  const id = String(await waitingMail());
  const again = () => call('POST', `/statement-mails/${id}/again`);
  expect(await again()).toMatchObject({ status: 409, json: { code: 'STATEMENT_MAIL_STATE' } });
  await database.db.query(
    `update messaging.outbox set dead_at = clock_timestamp(), published_at = clock_timestamp() where dedupe_key = $1 and done_at is null`,
    [`statement-mail/${id}`],
  );
  await database.db.query('update payouts.statement_mail set claimed_at = $2 where id = $1', [id, now]);
  expect(await again()).toMatchObject({ status: 202, json: { state: 'unsent' } });
  expect((await again()).status).toBe(409);
  await send(id);
  expect(received).toHaveLength(1);
});

test('a document that cannot be written is no fault of the mail server, and sends nothing', async () => {
  const id = await waitingMail();
  for (const broken of [/statement_contact/, /from payouts\.debt_repayment/, /limit :|limit \$/]) {
    const failure = await send(id, mailer, restartingAt(broken)).catch((error: unknown) => error);
    expect(isServerAway(failure)).toBe(true);
    expect(await mailOf(id)).toMatchObject({ state: 'unsent', attempts: 0 });
  }
  expect(received).toEqual([]);
  await send(id);
  expect(received).toHaveLength(1);
});

test('a month goes to all sellers with an address, once, and only when it is over', async () => {
  await call('DELETE', '/sellers/shop-3/statement-contact');
  now = new Date('2026-05-31T23:59:59+09:00');
  expect((await call('POST', '/monthly-statements/2026-05/mails', {})).json).toMatchObject({
    code: 'STATEMENT_MONTH_OPEN',
  });
  now = JUNE;
  const ask = (body: object) => call('POST', '/monthly-statements/2026-05/mails', body);
  expect((await ask({ sellerIds: ['shop-1'], format: 'xlsx' })).json).toMatchObject({ asked: 1, alreadyAsked: 0 });
  expect((await ask({})).json).toEqual({ month: '2026-05', asked: 1, alreadyAsked: 1, withoutContact: 1 });
  expect((await ask({})).json).toEqual({ month: '2026-05', asked: 0, alreadyAsked: 2, withoutContact: 1 });
  const { items } = (await call('GET', '/statement-mails?month=2026-05')).json as { items: { id: string }[] };
  for (const { id } of items) await send(id);
  expect(received.map(({ text }) => header(text, 'Subject')).sort()).toEqual([
    'Monthly statement 2026-05',
    '월 정산 내역서 2026-05',
  ]);
});

test('without a mail server asking is refused', async () => {
  const none = new Mailer(null);
  expect(none.isConfigured).toBe(false);
  await expect(none.send({ to: TO, subject: '', text: '', messageId: '', attachments: [] })).rejects.toThrow(
    'No mail server',
  );
});

test("an address is erased some time after its seller's end", async () => {
  const { db } = database;
  await db.query(`update onboarding.seller set state = 'closed', updated_at = $1 where seller_id = 'shop-1'`, [JUNE]);
  const day = (days: number) => new Date(JUNE.getTime() + days * 86_400_000);
  const count = async () =>
    (await db.query<object[]>(`select from payouts.statement_contact where seller_id = 'shop-1'`)).length;
  await keepData(db, testSeal, keptContacts(90), day(90));
  expect(await count()).toBe(1);
  await keepData(db, testSeal, keptContacts(90), day(91));
  expect(await count()).toBe(0);
});
