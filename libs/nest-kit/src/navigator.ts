/**
 * Node 20 has no `navigator`, which later versions have. Where it is absent, pg builds a Response to learn where it runs, and Node
 * loads all of its client for that: more than a megabyte in each process.
 */
if (!('navigator' in globalThis)) {
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
    enumerable: false,
    writable: true,
  });
}
export {};
