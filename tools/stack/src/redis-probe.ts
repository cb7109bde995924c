import { connect } from 'node:net';

const ANSWER_MS_MAX = 500;

/** True when the Redis on this port accepts the password and has loaded its data. */
export function redisAnswers(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    const finish = (answers: boolean): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(ANSWER_MS_MAX, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.split('\r\n').length > 2) finish(answer === '+OK\r\n+PONG\r\n');
    });
  });
}
