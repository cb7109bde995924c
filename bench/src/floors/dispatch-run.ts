import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { compactDecrypt, CompactEncrypt } from 'jose';
import pg from 'pg';

/**
 * The least that may call itself a sent batch, on the tables of the product with all that they enforce: the batch and its references
 * committed before the first byte; sealed by jose, sent over a kept connection, the answer opened by jose; one set-based update with
 * what the provider said. It asks no gate, no fence and no approval, tells nobody, knows no crash and no refusal.
 */
const statements = {
  next: `select id, ref_payout_id, provider_seller_id, amount from payouts.payout
          where run_id = $1 and state = 'reserved' and ref_payout_id > $2 order by ref_payout_id limit $3`,
  freeze: `with made as (
             insert into payouts.batch (id, run_id, state, idempotency_key, body, body_hash, schedule_type, payout_date, created_at, fence, sent_at)
             values ($1::uuid, $2, 'sending', $1::uuid::text, $3, '', 'EXPRESS', current_date, now(), 1, now())
           )
           update payouts.payout set state = 'submitted', batch_id = $1::uuid, schedule_type = 'EXPRESS', submitted_at = now() where id = any($4::uuid[])`,
  record: `with answered as (update payouts.batch set state = 'accepted', answered_at = now() where id = $1)
           update payouts.payout p set state = 'in_transit', provider_payout_id = a.id, provider_status = a.status, observed_at = now()
             from unnest($2::uuid[], $3::text[], $4::text[]) as a(reference, id, status) where p.id = a.reference`,
};

type Row = { id: string; ref_payout_id: string; provider_seller_id: string; amount: string };
type Answer = { entityBody: { items: { refPayoutId: string; id: string; status: string }[] } };
export type FloorSetup = Readonly<{
  databaseUrl: string;
  providerUrl: string;
  securityKey: string;
  lanes: number;
  payoutsPerBatch: number;
}>;

/** Sends every reserved payout of a run, so many batches at a time. */
export async function sendFloor(setup: FloorSetup, runId: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: setup.lanes });
  const agent = new Agent({ keepAlive: true, maxSockets: setup.lanes });
  const secret = Buffer.from(setup.securityKey, 'hex');
  let after = '';
  let reading: Promise<Row[]> = Promise.resolve([]);
  const nextBatch = (): Promise<Row[]> =>
    (reading = reading.then(async () => {
      const { rows } = await pool.query<Row>({
        name: 'next',
        text: statements.next,
        values: [runId, after, setup.payoutsPerBatch],
      });
      after = rows.at(-1)?.ref_payout_id ?? after;
      return rows;
    }));
  const lane = async (): Promise<void> => {
    for (let rows = await nextBatch(); rows.length > 0; rows = await nextBatch()) {
      const batchId = randomUUID();
      const body = JSON.stringify(rows.map(toRequest));
      await pool.query({
        name: 'freeze',
        text: statements.freeze,
        values: [batchId, runId, body, rows.map(({ id }) => id)],
      });
      const answer = await post(agent, setup.providerUrl, batchId, await sealed(body, secret));
      const { plaintext } = await compactDecrypt(answer, secret);
      const { items } = (JSON.parse(Buffer.from(plaintext).toString()) as Answer).entityBody;
      const columns = [items.map((i) => i.refPayoutId), items.map((i) => i.id), items.map((i) => i.status)];
      await pool.query({ name: 'record', text: statements.record, values: [batchId, ...columns] });
    }
  };
  await Promise.all(Array.from({ length: setup.lanes }, lane));
  agent.destroy();
  await pool.end();
}

const toRequest = ({ ref_payout_id, provider_seller_id, amount }: Row) => ({
  refPayoutId: ref_payout_id,
  destination: provider_seller_id,
  scheduleType: 'EXPRESS',
  payoutDate: null,
  amount: { currency: 'KRW', value: Number.parseInt(amount, 10) },
  transactionDescription: '정산금',
});

const sealed = (body: string, secret: Uint8Array): Promise<string> =>
  new CompactEncrypt(Buffer.from(body))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', iat: new Date().toISOString(), nonce: randomUUID() })
    .encrypt(secret);

function post(agent: Agent, providerUrl: string, key: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body), 'idempotency-key': key };
    const outgoing = request(`${providerUrl}/v2/payouts`, { method: 'POST', agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(Buffer.concat(chunks).toString()));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
