import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as market from '@jeongsan/market';
import type { PreviousBuild } from './previous-build.js';

/** What plays the market and asks for its results. */
export type Player = Pick<
  typeof market,
  'clockStartOf' | 'collectFacts' | 'connectClients' | 'playMarket' | 'prove' | 'summarise'
>;

/**
 * The market's servers and operators as the release before has them: they call both builds, and are not upgraded together with the
 * platform. Clients of this release need not understand the answers of the one before.
 */
export async function playerOf({ folder }: PreviousBuild): Promise<Player> {
  const part = async (path: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, 'tools/market/dist', path)).href) as Promise<unknown>;
  const [index, clients] = await Promise.all([part('index.js'), part('platform/clients.js')]);
  return { ...(index as Player), ...(clients as Pick<Player, 'connectClients'>) };
}
