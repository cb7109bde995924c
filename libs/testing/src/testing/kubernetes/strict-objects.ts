import { join } from 'node:path';
import ts from 'typescript';

/** A kind of object, the module of `kubernetes-types` with its type, and the `apiVersion` that the type belongs to. */
const kinds = {
  ConfigMap: ['core/v1', 'v1'],
  Deployment: ['apps/v1', 'apps/v1'],
  HorizontalPodAutoscaler: ['autoscaling/v2', 'autoscaling/v2'],
  Job: ['batch/v1', 'batch/v1'],
  Namespace: ['core/v1', 'v1'],
  NetworkPolicy: ['networking/v1', 'networking.k8s.io/v1'],
  PodDisruptionBudget: ['policy/v1', 'policy/v1'],
  Secret: ['core/v1', 'v1'],
  Service: ['core/v1', 'v1'],
  StatefulSet: ['apps/v1', 'apps/v1'],
} as const;
type Kind = keyof typeof kinds;
const isKind = (kind: string): kind is Kind => Object.hasOwn(kinds, kind);

/** kustomize's own files: every field that ours use. kubectl refuses the others itself, where there is one. */
const KUSTOMIZE = `
type Target = { kind?: string; name?: string };
type Patch = { path?: string; patch?: string; target: Target };
type Labels = { pairs: Record<string, string>; includeSelectors?: true; includeTemplates?: true };
type Generator = { name: string; behavior?: 'merge'; literals?: string[]; envs?: string[] };
type Kustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1'; kind: 'Kustomization'; namespace?: string; namePrefix?: string;
  resources: string[]; components?: string[]; labels?: Labels[]; patches?: Patch[]; configMapGenerator?: Generator[];
  images?: { name: string; newName?: string; newTag: string }[];
};
type Component = {
  apiVersion: 'kustomize.config.k8s.io/v1alpha1'; kind: 'Component'; resources?: string[]; patches?: Patch[];
};
type Operation = { op: 'add' | 'replace'; path: string; value: unknown };
type Part<T> = T extends readonly (infer I)[] ? Part<I>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;
`;
const own = new Set(['Kustomization', 'Component', 'Operation[]']);

/** An object to check. `isPart`: a patch, which needs not have what its whole object must have. */
export type Checked = Readonly<{ where: string; kind: string; object: unknown; isPart?: boolean }>;

/**
 * What is wrong with objects of Kubernetes 1.30, one line each: unknown fields, wrong types, missing fields. The compiler checks each
 * object as a literal of its type from `kubernetes-types`, and a literal may have no field that its type does not have.
 */
export function strictProblems(objects: readonly Checked[]): string[] {
  const unknown = objects.filter(({ kind }) => !isKind(kind) && !own.has(kind));
  const known = objects.filter((object) => !unknown.includes(object));
  const declared = known.map(({ kind, object, isPart = false }, index) => {
    const type = isPart ? `Part<${kind}>` : kind;
    return `const o${index}: ${type} = ${JSON.stringify(object, null, 1)};`;
  });
  const text = [...imports, KUSTOMIZE, ...declared, 'export {};'].join('\n');
  return [
    ...unknown.map(({ where, kind }) => `${where}: no type is known for ${kind}`),
    ...known.flatMap(({ where, kind, object, isPart = false }) => wrongVersion(where, kind, object, isPart)),
    ...compile(text).map(({ message, statement }) => `${known[statement]?.where ?? '?'}: ${message}`),
  ];
}

const imports = Object.entries(kinds).map(
  ([kind, [path]]) => `import type { ${kind} } from 'kubernetes-types/${path}';`,
);

/** The types make `apiVersion` and `kind` optional; kubectl does not. */
function wrongVersion(where: string, kind: string, object: unknown, isPart: boolean): string[] {
  const { apiVersion } = object as { apiVersion?: string };
  if (!isKind(kind) || isPart || apiVersion === kinds[kind][1]) return [];
  return [`${where}: apiVersion of ${kind} must be ${kinds[kind][1]}`];
}

const FILE = join(__dirname, 'objects-to-check.ts');
const PREAMBLE_STATEMENTS = ts.createSourceFile('p.ts', [...imports, KUSTOMIZE].join('\n'), ts.ScriptTarget.ES2022)
  .statements.length;

type Problem = Readonly<{ message: string; statement: number }>;

function compile(text: string): Problem[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const [read, exists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
  host.getSourceFile = (name, target) =>
    name === FILE ? ts.createSourceFile(name, text, target, true) : read(name, target);
  host.fileExists = (name) => name === FILE || exists(name);
  const program = ts.createProgram([FILE], options, host);
  const file = program.getSourceFile(FILE);
  const statements = file?.statements ?? [];
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => ({
    // The literal's keys are quoted, and so is a name in a message.
    message: innermost(messageText).replaceAll(/'"(\w+)"'/g, "'$1'"),
    statement: statements.findIndex(({ end }) => start < end) - PREAMBLE_STATEMENTS,
  }));
}

/** The last line of a nested message names the field. */
function innermost(message: string | ts.DiagnosticMessageChain): string {
  return typeof message === 'string' ? message : message.next?.[0] ? innermost(message.next[0]) : message.messageText;
}
