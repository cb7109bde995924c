import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '@jeongsan/child-processes';
import { unpackPackage } from '@jeongsan/stack';

/** A zsh, and what a script must say first so that it finds its own modules and functions. */
export type Zsh = Readonly<{ program: string; prelude: string }>;

const KEPT = join(__dirname, '../../../../.local/zsh-dist');

/**
 * The zsh of the PATH, else the distribution's package, unpacked without a change of the machine. Throws where there is neither: a
 * script for a shell that never read it is not proven.
 */
export async function findZsh(): Promise<Zsh> {
  const program = await findProgram('zsh');
  if (program !== undefined) return { program, prelude: '' };
  const apt = await findProgram('apt-get');
  const kept = (await unpacked()) ?? (apt && (await unpackPackage(apt, 'zsh', KEPT)) ? await unpacked() : undefined);
  if (!kept) throw new Error('This spec needs zsh: install the package zsh');
  return kept;
}

async function unpacked(): Promise<Zsh | undefined> {
  const files = await readdir(KEPT, { recursive: true }).catch(() => []);
  const program = files.find((file) => /^(usr\/)?bin\/zsh$/.test(file));
  const modules = files.find((file) => /\/zsh\/[\d.]+\/zsh$/.test(file));
  const functions = files.filter((file) => /\/zsh\/functions(\/\w+)*$/.test(file));
  if (!program || !modules) return undefined;
  const modulePath = join(KEPT, modules, '..');
  const fpath = functions.map((folder) => join(KEPT, folder)).join(' ');
  return { program: join(KEPT, program), prelude: `module_path=(${modulePath}); fpath=(${fpath}); ` };
}
