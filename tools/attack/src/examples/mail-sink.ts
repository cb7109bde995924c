import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The mail server has no mailbox at this address. */
export const NO_MAILBOX = 'accounts@moved.example';

/** A mail server that takes every e-mail for a mailbox, and forgets it. */
export type MailSink = Readonly<{ url: string; close: () => Promise<void> }>;

export async function startMailSink(): Promise<MailSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    let isMessage = false;
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n').slice(0, -1)) {
        const reply = answerTo(line, isMessage);
        isMessage = reply === GO_ON || (isMessage && reply === undefined);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: `smtp://127.0.0.1:${port}`, close };
}

const GO_ON = '354 go on';

function answerTo(line: string, isMessage: boolean): string | undefined {
  if (isMessage) return line === '.' ? '250 taken' : undefined;
  if (line === `RCPT TO:<${NO_MAILBOX}>`) return '550 no such mailbox';
  return line.toUpperCase() === 'DATA' ? GO_ON : line.toUpperCase() === 'QUIT' ? '221 bye' : '250 ok';
}
