import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serviceApi } from './client.js';
import { useMe } from './session.js';

const READ_EVERY_MS = 30_000;
const TICK_MS = 1_000;

/**
 * The time of the platform, which a rehearsal may have moved. Without the right to read the backlog: the time of this machine.
 * Moves on every second, or stands still while `ticks` is false.
 */
export function usePlatformNow({ ticks = false } = {}): Date {
  const { data: me } = useMe();
  const { data: offsetMs = 0 } = useQuery({
    queryKey: ['platform-clock'],
    queryFn: async () => {
      const { now } = await serviceApi['payout-scheduler'].getBacklog();
      return Date.parse(now) - Date.now();
    },
    refetchInterval: READ_EVERY_MS,
    enabled: me?.scopes.includes('operations:read') ?? false,
  });
  const [machineMs, setMachineMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMachineMs(Date.now()), ticks ? TICK_MS : READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [ticks]);
  return new Date(machineMs + offsetMs);
}
