import { createServer } from 'node:http';
import { sendingFloorEnv } from '../env.js';
import { sendFloor } from './dispatch-run.js';

// The floor of sending a run, as a process: POST /{run} sends it and answers with the seconds that took.
const env = sendingFloorEnv();
const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.end('{}');
  const begun = performance.now();
  sendFloor(env, (request.url ?? '').slice(1)).then(
    () => response.end(JSON.stringify({ seconds: (performance.now() - begun) / 1_000 })),
    (error: Error) => response.writeHead(500).end(JSON.stringify({ problem: error.stack })),
  );
});
server.requestTimeout = 0;
server.listen(env.port, '127.0.0.1');
