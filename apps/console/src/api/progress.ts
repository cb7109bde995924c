import { useEffect, useState } from 'react';
import { api } from './client.js';
import type { InputOf, OutputOf } from './names.js';

type Watched = 'watchRun' | 'watchHandRun';

/**
 * The state of a run, anew after each change, until it is finished. Undefined: none has arrived. The browser opens a lost
 * connection again by itself.
 */
export function useProgress<N extends Watched>(
  name: N,
  input: InputOf<N>,
  isWatched: boolean,
): OutputOf<N> | undefined {
  const address = api.addressOf(name, input);
  const [seen, setSeen] = useState<Readonly<{ address: string; state: OutputOf<N> }>>();
  useEffect(() => {
    if (!isWatched) return;
    const source = new EventSource(address);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const state = JSON.parse(data) as OutputOf<N> & { finished: boolean };
      setSeen({ address, state });
      if (state.finished) source.close();
    };
    return () => source.close();
  }, [address, isWatched]);
  return seen?.address === address ? seen.state : undefined;
}
