import { stat } from 'node:fs/promises';
import { checkAndTell, folderSource, zipSource } from '@jeongsan/auditor-file';
import { parsed } from '../arguments.js';
import { exits, UsageProblem, type Verb } from '../verb.js';

/** Checks an auditor's file, without a database. */
export const checkFile: Verb = {
  about: "check an auditor's file, a ZIP archive or the folder of one, without a database",
  usage: [
    'FILE            the archive or the folder',
    '--key KID       a key that may have signed the file and its proofs; again for each earlier key',
  ],
  run: async ({ args, print }) => {
    const { values, positionals } = parsed(args, { key: { type: 'string', multiple: true } }, true);
    const keys = [values.key ?? []].flat().map(String);
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new UsageProblem('check-file takes one archive or folder');
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new UsageProblem(`There is no ${path}`);
    if (found.isDirectory()) return checkAndTell(folderSource(path), keys, print);
    const zip = await zipSource(path).catch((error: Error) => error);
    if (zip instanceof Error) {
      print(`BAD: ${path}: ${zip.message}`);
      return exits.failed;
    }
    try {
      return await checkAndTell(zip, keys, print);
    } finally {
      await zip.close();
    }
  },
};
