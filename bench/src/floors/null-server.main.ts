import { createServer } from 'node:net';
import { serverEnv } from '../env.js';
import { HttpMessages } from '../webhooks/http-messages.js';

// Answers 200 to everything and does nothing: how fast the load tool itself is.
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const server = createServer({ noDelay: true }, (socket) => {
  const messages = new HttpMessages();
  socket.on('data', (chunk: Buffer) => messages.take(withLength(chunk), () => socket.write(ANSWER)));
  socket.on('error', () => socket.destroy());
});
server.listen(serverEnv().port, '127.0.0.1');

/** A GET, such as that which asks whether we are ready, says no length. */
function withLength(chunk: Buffer): Buffer {
  return chunk.subarray(0, 4).toString('latin1') === 'GET '
    ? Buffer.from(chunk.toString('latin1').replace('\r\n', '\r\ncontent-length: 0\r\n'), 'latin1')
    : chunk;
}
