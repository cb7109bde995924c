import { closeSync, openSync, readSync } from 'node:fs';
import { isSecretSetting } from './secret-settings.js';

/** `DATABASE_URL_FILE=/run/secrets/database-url` is the file that contains DATABASE_URL. */
export const FILE_SUFFIX = '_FILE';

/** The longest list of keys or accounts is far below; a larger file is another file than the one meant. */
const BYTES_MAX = 256 * 1_024;

type Texts = Readonly<Record<string, string | undefined>>;

/** Settings with the contents of files, and what is wrong with them: names and reasons, never a value, a content or a path. */
export type Given = Readonly<{ values: Readonly<Record<string, string>>; problems: readonly string[] }>;

/**
 * The settings of `names` in `source`, with secrets read from the files that `<NAME>_FILE` names. One line break at the end of a file
 * is not part of the secret. An empty text counts as not set, as compose files and shells write it. Reads files, and throws nothing.
 */
export function fromFiles(names: readonly string[], source: Texts): Given {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const [value, path] = [source[name], source[`${name}${FILE_SUFFIX}`]];
    const given = path ? contentFor(name, value, path) : { value };
    if ('problem' in given) problems.push(given.problem);
    else if (given.value) values[name] = given.value;
  }
  return { values, problems };
}

type Content = Readonly<{ value: string | undefined }> | Readonly<{ problem: string }>;

function contentFor(name: string, value: string | undefined, path: string): Content {
  const file = `${name}${FILE_SUFFIX}`;
  if (!isSecretSetting(name)) return { problem: `${file}: only secrets are read from files; set ${name}` };
  if (value) return { problem: `${file}: ${name} is set as well; give one of the two` };
  const read = readSmall(path);
  if ('failure' in read) return { problem: `${file}: the file ${read.failure}` };
  const content = read.text.replace(/\r?\n$/, '');
  return content === '' ? { problem: `${file}: the file is empty` } : { value: content };
}

/** Failures leave out the path: in place of the path, the setting may hold the secret itself. */
function readSmall(path: string): Readonly<{ text: string }> | Readonly<{ failure: string }> {
  try {
    const file = openSync(path, 'r');
    try {
      // Not the size of the file: what a mounted or a special file says of its size may be zero.
      const bytes = Buffer.alloc(BYTES_MAX + 1);
      let length = 0;
      for (let more = -1; more !== 0 && length < bytes.length; length += more)
        more = readSync(file, bytes, length, bytes.length - length, null);
      if (length > BYTES_MAX) return { failure: `is larger than ${BYTES_MAX} bytes` };
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes.subarray(0, length)) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return {
      failure: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is no text in UTF-8' : `cannot be read (${code})`,
    };
  }
}
