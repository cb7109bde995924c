const SCHEMAS = /\/node_modules\/zod\//;

/** Fails a bundle that holds schemas: the services check what they are sent, the browser has tables. */
export function noSchemas() {
  return {
    name: 'jeongsan-no-schemas',
    generateBundle(_, bundle) {
      for (const { fileName, moduleIds = [] } of Object.values(bundle)) {
        const found = moduleIds.find((id) => SCHEMAS.test(id));
        if (found !== undefined) this.error(`${fileName} holds ${found}: import types of the contracts, no values`);
      }
    },
  };
}
