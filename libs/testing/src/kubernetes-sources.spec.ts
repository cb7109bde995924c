import { sources } from './testing/kubernetes/manifests.js';
import { strictProblems } from './testing/kubernetes/strict-objects.js';

const files = sources();

test('every file of deploy/kubernetes has fields that Kubernetes and kustomize know, of the right types', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(strictProblems(files)).toEqual([]);
});

/** A file with one text replaced by another, and the problem that must be seen. */
// prettier-ignore
test.each([
  ['http/deployment.yaml',   '"replicas":',              '"replica":',               "'replica' does not exist"],
  ['http/deployment.yaml',   '"periodSeconds":5',        '"periodSeconds":"5"',      'not assignable'],
  ['pods/pods.yaml',         '"readOnlyRootFilesystem"', '"readonlyRootFilesystem"', "'readonlyRootFilesystem' does not exist"],
  ['worker/autoscaler.yaml', '"averageValue"',           '"averageValues"',          "'averageValues' does not exist"],
  ['network/services.yaml',  '"podSelector"',            '"podSelectors"',           "'podSelectors' does not exist"],
  ['production/kustomization.yaml', '"newTag"',          '"tag"',                    "'tag' does not exist"],
])('in %s, %s written as %s is seen', (name, right, wrong, problem) => {
  const file = files.find(({ where, object }) => where.endsWith(name) && JSON.stringify(object).includes(right));
  const planted = JSON.parse(JSON.stringify(file?.object).replace(right, wrong)) as unknown;
  if (file === undefined) throw new Error(`${name} has no ${right}`);
  expect(strictProblems([{ ...file, object: planted }])).toEqual([expect.stringContaining(problem)]);
});
