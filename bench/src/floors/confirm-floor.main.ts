import { fastify, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { serverEnv } from '../env.js';
import { CONFIRM_PATH } from '../sandbox/confirm-path.js';

// The floor of a confirmation: raw Fastify parses the JSON, inserts one row, commits and answers.
const CONNECTIONS = 16;
const env = serverEnv();
const pool = new pg.Pool({ connectionString: env.databaseUrl, max: CONNECTIONS });
type Confirmation = { paymentKey: string; orderId: string; amount: number };

const server = fastify({ logger: false });
server.post(CONFIRM_PATH, async ({ body }: FastifyRequest<{ Body: Confirmation }>) => {
  const { paymentKey, orderId, amount } = body;
  await pool.query({
    name: 'confirm',
    text: 'insert into confirmation (payment_key, order_id, amount, body) values ($1, $2, $3, $4)',
    values: [paymentKey, orderId, amount, JSON.stringify(body)],
  });
  return { paymentKey, orderId, status: 'DONE', totalAmount: amount };
});
server.get('/health/ready', () => ({}));
await server.listen({ port: env.port, host: '127.0.0.1' });
