import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Checked } from './strict-objects.js';

const root = join(__dirname, '../../../../..');
const folder = join(root, 'deploy/kubernetes');

export type KubernetesObject = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string; labels?: Labels }>;
}>;
export type Labels = Readonly<Record<string, string>>;

const documentsOf = (text: string): unknown[] => parseAllDocuments(text).map((document) => document.toJS() as unknown);

/** Every file under deploy/kubernetes, and every patch written inside one: what it is, and whether it is a whole object. */
export const sources = (): Checked[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((path) => documentsOf(readFileSync(path, 'utf8')).flatMap((one) => checked(relative(root, path), one)));

function checked(where: string, object: unknown): Checked[] {
  if (Array.isArray(object)) return [{ where, kind: 'Operation[]', object }];
  const { kind, patches = [] } = object as { kind: string; patches?: { patch?: string }[] };
  const inside = patches.flatMap(({ patch }) =>
    patch === undefined ? [] : documentsOf(patch).flatMap((one) => checked(`${where}, a patch inside`, one)),
  );
  // Bases leave out what the overlay names, such as the labels of a selector.
  const isPart = kind !== 'Kustomization' && kind !== 'Component';
  return [{ where, kind, object, isPart }, ...inside];
}

export const overlays = ['production', 'trial'] as const;
export type Overlay = (typeof overlays)[number];

/** The objects that `kubectl apply -k` would send, in text; undefined on a machine without kubectl. */
export function renderedText(overlay: Overlay): string | undefined {
  const { status, stdout, stderr, error } = spawnSync('kubectl', ['kustomize', join(folder, 'overlays', overlay)], {
    encoding: 'utf8',
    maxBuffer: 16 * 1_024 * 1_024,
  });
  if (error && 'code' in error && error.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`kubectl kustomize ${overlay}: ${stderr}`);
  return stdout;
}

export const objectsOf = (text: string): KubernetesObject[] => documentsOf(text) as KubernetesObject[];
