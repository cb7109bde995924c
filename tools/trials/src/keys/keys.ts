import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { operatorToken, serviceNames, type AppName, type Platform } from '@jeongsan/market';
import { ingestorApi } from '@jeongsan/platform-contract';
import type { Trial } from '../frame/trial.js';
import { until } from '../ground/eventually.js';
import { inTheMiddleOf, playUnder } from '../load/play.js';
import { openStage } from '../load/stage.js';
import { Receiver } from './receiver.js';
import { newKeys, newToken, stepsOf } from './two-sets.js';

type Settings = (app: AppName) => Readonly<Record<string, string>>;

/** One service after the other gets other settings: the requests meanwhile wait for it. */
async function roll({ apps }: Platform, settings: Settings, names: readonly AppName[] = serviceNames): Promise<void> {
  for (const name of names) await apps[name].restart(settings(name));
}

/** The answer of every service to this credential. @throws when one of them answers otherwise. */
async function expectStatus({ apps }: Platform, what: string, credential: string, status: number): Promise<void> {
  for (const name of serviceNames) {
    const answer = await fetch(`${apps[name].url}/me`, { headers: { authorization: `Bearer ${credential}` } });
    if (answer.status !== status) throw new Error(`${name} answers ${what} with ${answer.status}, not ${status}`);
  }
}

/** The address of the market's consumer, and the client that rotates its secret. */
async function endpointOf(platform: Platform, token: string, receiver: Receiver) {
  const send = httpSend({ maxSockets: 1, maxReplyBytes: 1_000_000 });
  const client = createClient(ingestorApi, platform.apps['webhook-ingestor'].url, (request) =>
    send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
  );
  const { id, secret } = await client.registerEndpoint({
    body: { url: receiver.url, eventTypes: ['payment.approved', 'payout.changed'] },
  });
  receiver.secrets.push(secret);
  const rotate = async (): Promise<void> => {
    const answer = await client.rotateEndpointSecret({
      params: { endpointId: id },
      body: { reason: 'a trial', overlapHours: 24 },
    });
    receiver.secrets.push(answer.secret);
  };
  return { rotate };
}

/** What the services wrote about data at rest. */
async function readLogs(platform: Platform): Promise<{ resealed: number; unreadable: number }> {
  const texts = await Promise.all(
    serviceNames.map((name) => readFile(join(platform.folder, `trial-${name}.log`), 'utf8')),
  );
  const text = texts.join('\n');
  const resealed = [...text.matchAll(/(\d+) rows are sealed with the newest key now/g)];
  return {
    resealed: resealed.reduce((sum, [, count]) => sum + Number(count), 0),
    unreadable: [...text.matchAll(/no key opens (\d+) rows/g)].reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/**
 * Every kind of key is replaced while the market is played: API keys, the issuer's keys of operators, data keys, the provider's
 * security key, the keys of proofs and of links for sellers, and the secret of a consumer's address.
 */
export const keys: Trial = {
  name: 'keys',
  shows: 'keys of every kind are rotated under load: nothing is refused that should not be, no row is unreadable',
  needs: [],
  run: async (ground) => {
    const info = Object.fromEntries(serviceNames.map((name) => [name, { LOG_LEVEL: 'info' }]));
    const stage = await openStage(ground, { brought: {}, settings: info });
    const { platform, keys: old } = stage;
    const next = await newKeys();
    const steps = stepsOf(old, next);
    const tokens = { old: await operatorToken(old, 'operator'), next: await newToken(next, 'operator') };
    const receiver = await Receiver.start(ground);
    const endpoint = await endpointOf(platform, tokens.old, receiver);
    const { figures } = await playUnder(stage, [
      {
        what: 'the new keys are known everywhere',
        when: inTheMiddleOf('orders', 2),
        act: async () => {
          await roll(platform, steps.known);
          await expectStatus(platform, 'the new API key', next.marketApiKey, 200);
          await expectStatus(platform, 'a token of the new issuer key', tokens.next, 200);
        },
      },
      {
        what: 'the new keys come first, a consumer gets another secret',
        when: inTheMiddleOf('orders', 4),
        act: async () => {
          await roll(platform, steps.first, ['provider-sandbox', ...serviceNames]);
          await endpoint.rotate();
        },
      },
    ]);
    await until(
      'the rows have the newest key',
      () => readLogs(platform),
      ({ resealed }) => resealed > 0,
    );
    await roll(platform, steps.alone);
    await expectStatus(platform, 'the old API key', old.marketApiKey, 401);
    await expectStatus(platform, 'a token of the old issuer key', tokens.old, 401);
    await expectStatus(platform, 'the new API key', next.marketApiKey, 200);
    await expectStatus(platform, 'a token of the new issuer key', tokens.next, 200);
    const { resealed, unreadable } = await readLogs(platform);
    if (unreadable > 0 || receiver.refused > 0)
      throw new Error(`${unreadable} rows that no key opens, ${receiver.refused} events that no secret verifies`);
    const [byOld = 0, byNew = 0] = receiver.verifiedBy;
    return {
      ...figures,
      'rows sealed anew': `${resealed}, unreadable: ${unreadable}`,
      'events verified': `${byOld} by the first secret, ${byNew} by the second, refused: ${receiver.refused}`,
    };
  },
};
