import { readFileSync } from 'node:fs';

/** Reads a file of what is known of each operation, once. An operation's name may have the name of a service in front, as at the door. */
export function byOperation<T>(file: string): (operationId: string) => T | undefined {
  let kept: Readonly<Record<string, T>> | undefined;
  return (operationId) => {
    kept ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, T>>;
    return kept[operationId.split('.').at(-1) ?? ''];
  };
}
