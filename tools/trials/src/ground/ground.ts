import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onShutdown, Undo } from '@jeongsan/child-processes';

/** What one run of a trial stands on: a temporary folder, and the list of what has to end with it. */
export type Ground = Readonly<{
  folder: string;
  /** Progress, for the person who waits. */
  say: (line: string) => void;
  undo: Undo;
  /** Ends everything in reverse order, then removes the folder. `keepFiles`: leaves it, for looking into the logs. */
  close: (options: { keepFiles: boolean }) => Promise<void>;
}>;

/** An empty ground. Everything on it also ends by Ctrl-C and with this process. */
export async function openGround(name: string, say: (line: string) => void): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), `jeongsan-trial-${name}-`));
  // Servers that run under another account have folders in it.
  await chmod(folder, 0o711);
  const undo = new Undo();
  const forget = onShutdown(() => undo.run());
  const close = async ({ keepFiles }: { keepFiles: boolean }): Promise<void> => {
    try {
      await undo.run();
    } finally {
      forget();
      if (!keepFiles) await rm(folder, { recursive: true, force: true });
    }
  };
  return { folder, say, undo, close };
}
