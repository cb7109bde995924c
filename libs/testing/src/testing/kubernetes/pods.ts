import type { KubernetesObject, Labels } from './manifests.js';

type Probe = Readonly<{ httpGet?: object; exec?: object }>;
export type Container = Readonly<{
  name: string;
  image?: string;
  env?: readonly Readonly<{ name: string; value?: string }>[];
  securityContext?: object;
  resources?: object;
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  ports?: readonly Readonly<{ containerPort: number }>[];
  lifecycle?: Readonly<{ preStop?: Readonly<{ exec?: Readonly<{ command?: readonly string[] }> }> }>;
}>;
type PodSpec = Readonly<{
  containers: readonly Container[];
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  securityContext?: Readonly<{ runAsUser?: number }>;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: readonly object[];
  volumes?: readonly Readonly<{
    projected?: Readonly<{ sources?: readonly Readonly<{ secret: Readonly<{ name: string }> }>[] }>;
  }>[];
}>;

/** What an object runs: its pods' labels, their one app, and the Secrets that they mount. */
export type Pod = Readonly<{
  kind: string;
  name: string;
  app: string;
  labels: Labels;
  spec: PodSpec;
  secrets: readonly string[];
}>;

type WithPods = KubernetesObject & { spec: { template: { metadata: { labels: Labels }; spec: PodSpec } } };

const kinds = new Set(['Deployment', 'StatefulSet', 'Job']);

/** The pods of all objects that run some. */
export const podsOf = (objects: readonly KubernetesObject[]): Pod[] =>
  objects
    .filter((object): object is WithPods => kinds.has(object.kind))
    .map(({ kind, metadata: { name }, spec: { template } }) => ({
      ...{ kind, name, labels: template.metadata.labels, spec: template.spec },
      app: template.metadata.labels['app.kubernetes.io/name'] ?? '',
      secrets: (template.spec.volumes ?? []).flatMap(({ projected }) =>
        (projected?.sources ?? []).map(({ secret }) => secret.name),
      ),
    }));
