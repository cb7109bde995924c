import { exits, usageProblem } from '../faults.js';
import { clientOf } from '../session.js';
import { placeOf, readContexts, writeContexts } from '../settings/contexts.js';
import { keepKey } from '../settings/key-file.js';
import type { OwnVerb } from './own-verb.js';

/** Keeps a key that the API knows. The key comes from stdin: arguments of a process can be read by others. */
export const login: OwnVerb = {
  args: [],
  flags: [],
  example: 'login < key.txt',
  run: async (session) => {
    const { terminal, options, words } = session;
    const { folder } = terminal.settings;
    const { context, url } = await placeOf(terminal.settings, options.context, words);
    if (url === undefined) throw usageProblem(words.noUrl, 'NO_ADDRESS');
    const key = (await (terminal.asks ? terminal.ask(words.askKey, true) : terminal.input())).trim();
    if (!/^[\x21-\x7e]+$/.test(key)) throw usageProblem(words.badKey, 'NO_KEY');
    const { actor } = await clientOf(session, { url, key }).getMe();
    const { current, contexts } = await readContexts(folder);
    await keepKey(folder, context, url, key);
    if (contexts[context]?.url !== url)
      await writeContexts(folder, { current: current ?? context, contexts: { ...contexts, [context]: { url } } });
    terminal.err(`${words.signedIn(actor, context)}\n`);
    return exits.done;
  },
};
