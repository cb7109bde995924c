import type { Service } from '@jeongsan/platform-contract';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { serviceApi, serviceNames } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { places } from '../../layout/places.js';
import type { Need } from './need.js';

const EVERY_MS = 30_000;

/** The backlog of one service, read again and again. */
export const backlogOf = (service: Service, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['backlog', service],
    queryFn: () => serviceApi[service].getBacklog(),
    refetchInterval: EVERY_MS,
    enabled: isEnabled,
  });

/** Jobs that no worker tries again, of each service; and what a service itself says waits for a person. */
export function useJobNeeds(): Readonly<{ needs: readonly Need[]; isLoading: boolean; failed: readonly string[] }> {
  const may = useMay();
  // Every service asks for the same scope.
  const isEnabled = may('listProviderWebhooks');
  const backlogs = useQueries({
    queries: serviceNames.map((service) => backlogOf(service, isEnabled)),
  });
  const needs = backlogs.flatMap(({ data }, index): Need[] => {
    const service = serviceNames[index] ?? '';
    const dead = data?.dead ?? [];
    if (dead.length === 0) return [];
    return [
      {
        ...{ key: `dead ${service}`, kind: 'DEAD_JOB', about: service, count: dead.length },
        ...{ isMore: false, deadline: null, won: null, place: places.jobs({ service, part: 'dead' }) },
      },
    ];
  });
  const failed = backlogs.flatMap(({ error, data }, index) =>
    error !== null && data === undefined ? [serviceNames[index] ?? ''] : [],
  );
  return { needs, isLoading: backlogs.some(({ isLoading }) => isLoading), failed };
}
