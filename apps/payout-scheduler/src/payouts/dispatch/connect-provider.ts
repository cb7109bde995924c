import type { Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { createProviderClient, observed, type OnExchange, providerOptions } from '@jeongsan/provider-client';
import pLimit from 'p-limit';
import type { Env } from '../../env.js';
import { askingFirst, failingBetweenPages, type Provider } from './provider.js';

export function connectProvider(env: Env, now: () => Date, onExchange: OnExchange): Provider {
  const network = observed(httpSend({ maxSockets: 16, maxReplyBytes: 32 * 1024 * 1024 }), onExchange);
  const reach = (send: Send) => createProviderClient({ ...providerOptions(env, now), send });
  const lanes = pLimit(env.SENDS_AT_ONCE);
  return {
    api: reach(failingBetweenPages(network)),
    // The lane is taken before the permission to send is asked for: a permission must not grow old while its request
    // waits for a lane.
    fenced: (mayWrite) => reach((request) => lanes(() => askingFirst(network, mayWrite)(request))),
  };
}
