import type { KubernetesObject, Labels } from './manifests.js';
import type { Pod } from './pods.js';

type Selector = Readonly<{
  matchLabels?: object;
  matchExpressions?: readonly Readonly<{ key: string; operator: string; values?: readonly string[] }>[];
}>;
type Peer = Readonly<{ podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: object }>;
type Rule = Readonly<{ from?: readonly Peer[]; to?: readonly Peer[]; ports?: readonly Readonly<{ port: number }>[] }>;
type Policy = KubernetesObject & {
  spec: {
    podSelector: Selector;
    policyTypes: readonly ('Ingress' | 'Egress')[];
    ingress?: readonly Rule[];
    egress?: readonly Rule[];
  };
};

/** Whether a selector takes pods with these labels. Only `In` of the expressions is known: another one is a test's failure. */
export function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const byExpression = matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator !== 'In') throw new Error(`This test does not know the operator ${operator}`);
    return values.includes(labels[key] ?? '');
  });
  return byExpression && Object.entries(matchLabels as Labels).every(([key, value]) => labels[key] === value);
}

const policiesOf = (objects: readonly KubernetesObject[]) =>
  objects.filter((object): object is Policy => object.kind === 'NetworkPolicy');

/**
 * Whether a pod may open a connection to a port of another one in the same namespace. A pod that a policy selects for a direction may
 * only do what one of its policies allows; a peer with a selector of namespaces is another namespace's.
 */
export function mayReach(objects: readonly KubernetesObject[], from: Pod, to: Pod): boolean {
  const policies = policiesOf(objects);
  const ports = to.spec.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));
  return ports.some(
    (port) => allows(policies, 'Egress', from, to, port) && allows(policies, 'Ingress', to, from, port),
  );
}

function allows(policies: readonly Policy[], type: 'Ingress' | 'Egress', pod: Pod, peer: Pod, port: number): boolean {
  const selecting = policies.filter(
    ({ spec }) => spec.policyTypes.includes(type) && matches(spec.podSelector, pod.labels),
  );
  if (selecting.length === 0) return true;
  const rules = selecting.flatMap(({ spec }) => (type === 'Egress' ? spec.egress : spec.ingress) ?? []);
  return rules.some(({ from, to, ports = [] }) => {
    const peers = (type === 'Egress' ? to : from) ?? [];
    // An empty list of peers would allow everybody.
    const isPeer =
      peers.length === 0 ||
      peers.some(
        ({ podSelector, namespaceSelector }) =>
          podSelector !== undefined && namespaceSelector === undefined && matches(podSelector, peer.labels),
      );
    return isPeer && (ports.length === 0 || ports.some((one) => one.port === port));
  });
}
