import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseServices as services } from '@jeongsan/database';
import { isSecretSetting } from '@jeongsan/settings';
import { componentSecrets, madeSecrets } from './testing/kubernetes/made-secrets.js';
import { objectsOf, overlays, renderedText, type Overlay } from './testing/kubernetes/manifests.js';
import { mayReach, matches } from './testing/kubernetes/network.js';
import { podsOf, type Container, type Pod } from './testing/kubernetes/pods.js';
import { strictProblems } from './testing/kubernetes/strict-objects.js';
import { appSchemas, programSecrets } from './testing/settings-of-apps.js';

const root = join(__dirname, '../../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const expected: Readonly<Record<Overlay, readonly string[]>> = {
  production: ['front-door-http', ...services.flatMap((name) => [`${name}-http`, `${name}-worker`]), 'migrate'],
  trial: [
    ...['front-door-http', ...services.flatMap((name) => [`${name}-http`, `${name}-worker`]), 'migrate'],
    ...['provider-sandbox-http', 'set-up-database', 'postgres', 'redis'],
  ],
};

const given = overlays.map((overlay) => [overlay, renderedText(overlay)] as const);
const rendered = given.flatMap(([overlay, yaml]) => (yaml === undefined ? [] : [[overlay, yaml] as const]));

test('kubectl renders both overlays, or is not on this machine: then only the sources were checked', () => {
  if (rendered.length === 0)
    console.warn('kubectl is not here: the rendered objects of deploy/kubernetes were not checked');
  expect([0, overlays.length]).toContain(rendered.length);
});

describe.each(rendered)('the overlay %s', (overlay, yaml) => {
  const objects = objectsOf(yaml);
  const pods = podsOf(objects);
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const ours = pods.filter(({ name }) => name !== 'postgres' && name !== 'redis');
  const lasting = pods.filter(({ kind }) => kind !== 'Job');
  const eachContainer = (list: readonly Pod[]): (Container & { pod: Pod })[] =>
    list.flatMap((pod) => pod.spec.containers.map((container) => ({ ...container, pod })));

  test('each object has only fields that Kubernetes knows, and all that it must have', () => {
    const checked = objects.map((object) => ({ where: `${object.kind} ${object.metadata.name}`, ...object, object }));
    expect(strictProblems(checked)).toEqual([]);
    expect(new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(objects.length);
  });

  test('each app is there, with its requests and its jobs apart, and no other', () => {
    expect(pods.map(({ name }) => name).toSorted()).toEqual([...expected[overlay]].toSorted());
    for (const { name, spec } of ours.filter(({ kind }) => kind === 'Deployment'))
      expect({ name, role: spec.containers[0]?.env?.find((one) => one.name === 'ROLE')?.value }).toEqual({
        name,
        role: name.endsWith('-worker') ? 'worker' : 'http',
      });
  });

  test('no pod can write to its image, gain a right, or call the API of the cluster', () => {
    for (const { name, spec } of pods) {
      const { automountServiceAccountToken, enableServiceLinks, securityContext } = spec;
      expect({ name, automountServiceAccountToken, enableServiceLinks }).toEqual({
        ...{ name, automountServiceAccountToken: false, enableServiceLinks: false },
      });
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(securityContext?.runAsUser).toBeGreaterThan(0);
    }
    for (const { pod, securityContext } of eachContainer(pods))
      expect({ pod: pod.name, ...securityContext }).toEqual({
        ...{ pod: pod.name, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      });
  });

  test('each container asks for what it needs, and may take no more than its limit', () => {
    for (const { pod, resources } of eachContainer(pods))
      expect({ pod: pod.name, ...resources }).toEqual({
        pod: pod.name,
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
      });
  });

  test("each image has a version; in production ours is this release's", () => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    for (const { pod, image = '' } of eachContainer(pods)) {
      expect({ pod: pod.name, image }).toEqual({
        pod: pod.name,
        image: expect.stringMatching(/:(?!latest$)[\w.-]+$/) as string,
      });
      if (overlay === 'production') expect(image).toBe(`registry.example/jeongsan:${version}`);
    }
  });

  test('each lasting process is asked on the paths that it answers whether it started, lives and is ready', () => {
    const paths = { startupProbe: '/health/live', livenessProbe: '/health/live', readinessProbe: '/health/ready' };
    for (const container of eachContainer(lasting))
      for (const [probe, path] of Object.entries(paths)) {
        const asked = container[probe as keyof typeof paths];
        expect({ pod: container.pod.name, probe, isAsked: asked !== undefined }).toMatchObject({ isAsked: true });
        if (ours.includes(container.pod)) expect(asked?.httpGet).toEqual({ path, port: 'http' });
      }
  });

  test('a process has the time to stop that it takes, after routers were told', () => {
    const stopSeconds = Number(/STOP_TIMEOUT_MS = (\d+)_000;/.exec(text('libs/nest-kit/src/bootstrap.ts'))?.[1]);
    expect(stopSeconds).toBeGreaterThan(0);
    for (const { name, spec } of ours) {
      const waits = Number(spec.containers[0]?.lifecycle?.preStop?.exec?.command?.[1] ?? 0);
      const asksForRequests = name.endsWith('-http');
      expect({ name, waits: waits > 0 }).toEqual({ name, waits: asksForRequests });
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waits + stopSeconds + 5);
    }
  });

  test('each lasting process of ours may lose one replica at a time, and spreads over machines', () => {
    const budgets = of('PodDisruptionBudget') as unknown as { spec: { selector: { matchLabels: object } } }[];
    for (const { name, labels, spec, kind } of ours.filter((pod) => pod.kind === 'Deployment')) {
      const covered = budgets.filter(({ spec: { selector } }) => matches(selector, labels));
      expect({ name, kind, budgets: covered.length, spread: spec.topologySpreadConstraints?.length }).toEqual({
        ...{ name, kind, budgets: 1, spread: 1 },
      });
    }
  });

  test('workers of each service grow with the due jobs of that service', () => {
    type Scaler = { spec: { scaleTargetRef: { name: string }; metrics: { external: { metric: object } }[] } };
    const scalers = of('HorizontalPodAutoscaler') as unknown as Scaler[];
    const asked = scalers.map(({ spec: { scaleTargetRef, metrics } }) => [
      scaleTargetRef.name,
      metrics[0]?.external.metric,
    ]);
    expect(Object.fromEntries(asked)).toEqual(
      Object.fromEntries(
        services.map((service) => [`${service}-worker`, { name: 'jobs_due', selector: { matchLabels: { service } } }]),
      ),
    );
  });

  test('each secret that a program needs is a file of its pod, and no secret stands in the clear', () => {
    for (const pod of ours) {
      const env = pod.spec.containers[0]?.env ?? [];
      const files = env.filter(({ name }) => name.endsWith('_FILE'));
      const mounted = new Set(pod.secrets.flatMap((name) => madeSecrets[name] ?? [`no Secret is called ${name}`]));
      for (const { name, value } of files)
        expect({ pod: pod.name, name, value }).toEqual({
          pod: pod.name,
          name,
          value: `/run/secrets/jeongsan/${name.replace(/_FILE$/, '')}`,
        });
      const names = files.map(({ name }) => name.replace(/_FILE$/, ''));
      expect({ pod: pod.name, without: names.filter((name) => !mounted.has(name)) }).toEqual({
        pod: pod.name,
        without: [],
      });
      const needed = programSecrets(pod.app).needed.filter((name) => !names.includes(name));
      expect({ pod: pod.name, needed }).toEqual({ pod: pod.name, needed: [] });
      expect(env.filter(({ name, value }) => isSecretSetting(name) && value !== undefined)).toEqual([]);
    }
    for (const map of of('ConfigMap') as unknown as { data: object }[])
      expect(Object.keys(map.data).filter(isSecretSetting)).toEqual([]);
  });

  test('each setting in the clear is one that some app reads', () => {
    const known = new Set([
      ...Object.values(appSchemas).flatMap(({ names }) => names),
      'NODE_OPTIONS',
      'OTEL_SERVICE_NAME',
    ]);
    const [settings] = of('ConfigMap') as unknown as { data: Readonly<Record<string, string>> }[];
    expect(Object.keys(settings?.data ?? {}).filter((name) => !known.has(name))).toEqual([]);
    const hosts = Object.values(settings?.data ?? {}).flatMap(
      (value) => /^http:\/\/([\w-]+):3000$/.exec(value)?.[1] ?? [],
    );
    const names = of('Service').map(({ metadata }) => metadata.name);
    expect(hosts.length).toBeGreaterThanOrEqual(5);
    expect(hosts.filter((host) => !names.includes(host))).toEqual([]);
  });

  test('nobody reaches anybody, except who must', () => {
    const reached = (from: Pod) =>
      pods.filter((to) => to !== from && mayReach(objects, from, to)).map(({ name }) => name);
    const http = services.map((name) => `${name}-http`);
    const servers = overlay === 'trial' ? ['postgres', 'redis', 'provider-sandbox-http'] : [];
    const postgres = overlay === 'trial' ? ['postgres'] : [];
    const table: Readonly<Record<string, readonly string[]>> = {
      'front-door-http': http,
      migrate: postgres,
      'set-up-database': postgres,
      'provider-sandbox-http': ['front-door-http', ...postgres],
    };
    for (const pod of pods) {
      const isServer = pod.name === 'postgres' || pod.name === 'redis';
      expect({ from: pod.name, to: reached(pod).toSorted() }).toEqual({
        from: pod.name,
        to: [...(isServer ? [] : (table[pod.name] ?? servers))].toSorted(),
      });
    }
  });
});

test('each optional secret of an app has a component that gives it', () => {
  const optional = new Set(Object.keys(appSchemas).flatMap((app) => programSecrets(app).optional));
  // Callers of the front door and of the sandbox have no keys of ours.
  optional.delete('API_KEYS');
  expect([...optional].toSorted()).toEqual(componentSecrets().toSorted());
});
