import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Connection, PoolClient, Submittable } from 'pg';

/** The messages of COPY, which the types of `pg` leave out. */
type CopyConnection = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

const CHUNK_BYTES = 1 << 20;

/** One COPY statement on a connection of its own; `onData` and `onReady` are the two directions. */
class Copy implements Submittable {
  readonly ended: Promise<void>;
  private end: (error?: Error) => void = () => undefined;
  private failed: Error | undefined;

  constructor(
    private readonly text: string,
    private readonly onData: (chunk: Buffer) => void,
    private readonly onReady: (connection: CopyConnection) => void,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.end = (error) => (error ? reject(error) : resolve());
    });
  }

  submit(connection: Connection): void {
    (connection as CopyConnection).query(this.text);
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.onData(chunk);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.onReady(connection);
  }
  handleCommandComplete(): void {
    // The statement has ended only when the connection is ready for the next one.
  }
  handleError(error: Error): void {
    this.failed = error;
    this.end(error);
  }
  handleReadyForQuery(): void {
    if (this.failed === undefined) this.end();
  }
}

/** Writes the rows of a query to a CSV file. Each chunk is on its way to the disk before the next one is read: memory stays small. */
export async function copyToFile(client: PoolClient, query: string, path: string): Promise<void> {
  const file = openSync(path, 'w');
  try {
    const copy = new Copy(
      `copy (${query}) to stdout (format csv)`,
      (chunk) => void writeSync(file, chunk),
      () => undefined,
    );
    client.query(copy);
    await copy.ended;
  } finally {
    closeSync(file);
  }
}

/** Adds the rows of a CSV file to a table. */
export async function copyFromFile(client: PoolClient, table: string, path: string): Promise<void> {
  const file = openSync(path, 'r');
  const send = (connection: CopyConnection): void => {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer))
      connection.sendCopyFromChunk(Buffer.from(buffer.subarray(0, size)));
    connection.endCopyFrom();
  };
  try {
    const copy = new Copy(`copy ${table} from stdin (format csv)`, () => undefined, send);
    client.query(copy);
    await copy.ended;
  } finally {
    closeSync(file);
  }
}
