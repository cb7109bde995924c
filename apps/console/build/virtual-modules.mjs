import { operationTable } from '@jeongsan/client/browser-table';
import { movementWords, reasonWords } from '@jeongsan/settlement';
import {
  apiCodes,
  breakClasses,
  counterAccounts,
  operationsContract,
  serviceNames,
  services,
} from '@jeongsan/platform-contract';

/** Sentences for operators, as the words of a closed list. */
const forOperators = (words) =>
  Object.fromEntries(Object.entries(words).map(([code, { operator }]) => [code, [operator.en, operator.ko]]));

/** Modules made from the contracts when the bundle is, so that the browser gets tables and no schema. */
const modules = {
  'virtual:operations': () => {
    const contract = Object.assign({}, ...Object.values(services));
    return {
      operations: operationTable(contract),
      serviceOperations: operationTable(operationsContract),
      serviceNames,
    };
  },
  'virtual:reasons': () => ({ reasonWords: forOperators(reasonWords), movementWords: forOperators(movementWords) }),
  'virtual:break-classes': () => ({
    waysOf: Object.fromEntries(Object.entries(breakClasses).map(([code, { ways }]) => [code, ways])),
    counterAccounts,
  }),
  'virtual:refusals': () => ({
    meanings: Object.fromEntries(Object.entries(apiCodes).map(([code, [, text]]) => [code, text])),
  }),
};

export function virtualModules() {
  return {
    name: 'jeongsan-virtual-modules',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load(id) {
      const made = modules[id.slice(1)];
      if (!id.startsWith('\0') || made === undefined) return undefined;
      const exported = Object.entries(made()).map(
        // Parsing a JSON text is faster than parsing a program.
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return exported.join('\n');
    },
  };
}
