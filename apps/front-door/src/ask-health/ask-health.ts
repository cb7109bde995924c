import { type Service, serviceNames } from '@jeongsan/platform-contract';
import type { Origins } from '../origins.js';

/** The whole platform's health: `up` when every service is ready. */
export type WholeHealth = Readonly<{ status: 'up' | 'down'; services: Readonly<Record<Service, 'up' | 'down'>> }>;

/** Asks every service whether it is ready. A service that does not answer within the time is `down`. */
export async function askHealth(origins: Origins, timeoutMs: number): Promise<WholeHealth> {
  const states = await Promise.all(
    serviceNames.map(async (name) => [name, (await isReady(origins[name], timeoutMs)) ? 'up' : 'down'] as const),
  );
  const services = Object.fromEntries(states) as Record<Service, 'up' | 'down'>;
  return { status: states.every(([, state]) => state === 'up') ? 'up' : 'down', services };
}

async function isReady(origin: string, timeoutMs: number): Promise<boolean> {
  try {
    const reply = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
