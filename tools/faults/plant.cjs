const { relative, sep } = require('node:path');
const { createTransformer } = require('@swc/jest');

/** Compiles as every spec is compiled, but for one file, whose text has a fault planted: the tree itself is not touched. */
module.exports = {
  createTransformer({ root, compiler, fault }) {
    const inner = createTransformer(compiler);
    const planted = (text, path) =>
      relative(root, path).split(sep).join('/') === fault.file
        ? text.replace(fault.find, () => fault.replacement)
        : text;
    return {
      ...inner,
      process: (text, path, options) => inner.process(planted(text, path), path, options),
      // The configuration names the fault, and would keep any other fault's run from the files that both compile alike.
      getCacheKey: (text, path, options) =>
        inner.getCacheKey(planted(text, path), path, { ...options, configString: '' }),
    };
  },
};
