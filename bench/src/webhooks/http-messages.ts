const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Cuts a stream into HTTP/1.1 messages that say their length. Much less than HTTP, and that is its purpose: a load tool must not
 * cost more than what it measures.
 */
export class HttpMessages {
  private rest: Buffer = Buffer.alloc(0);

  /** Takes what arrived and calls back for every message that is whole now, with its head. */
  take(chunk: Buffer, onMessage: (head: string) => void): void {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    for (let headEnd = data.indexOf(HEAD_END); headEnd >= 0; headEnd = data.indexOf(HEAD_END)) {
      const head = data.toString('latin1', 0, headEnd);
      const end = headEnd + HEAD_END.length + lengthOf(head);
      if (data.length < end) break;
      data = data.subarray(end);
      onMessage(head);
    }
    this.rest = data;
  }
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A message without a length: ${head.split('\r\n')[0] ?? ''}`);
  return Number.parseInt(length, 10);
}

/** The status in the first line of an answer. */
export const statusOf = (head: string): number => Number.parseInt(head.slice('HTTP/1.1 '.length), 10);
