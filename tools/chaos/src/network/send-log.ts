import type { Tap } from '@jeongsan/testing';

export type Sent = Readonly<{ batchId: string; at: Date }>;

/** Records on the wire to the provider when each batch was sent: the Idempotency-Key is the batch's id. */
export class SendLog {
  readonly sent: Sent[] = [];

  readonly tap = (): Tap => ({
    fromClient: (bytes) => {
      const batchId = batchOf(bytes);
      if (batchId !== undefined) this.sent.push({ batchId, at: new Date() });
      return 'pass';
    },
    fromServer: () => 'pass',
  });
}

const START = Buffer.from('POST /v2/payouts HTTP/1.1\r\n');
const HEAD_BYTES_MAX = 4_096;

/** The client does not pipeline, so each request begins at the start of a piece of data. */
function batchOf(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, START.length).equals(START)) return undefined;
  const head = bytes.subarray(0, HEAD_BYTES_MAX).toString('latin1');
  return /\r\nidempotency-key: ([0-9a-f-]{36})\r\n/i.exec(head)?.[1];
}
