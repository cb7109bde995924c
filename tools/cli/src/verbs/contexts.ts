import { usageProblem, exits } from '../faults.js';
import { printList, printRecord } from '../output/print.js';
import { ContextName, placeOf, readContexts, writeContexts } from '../settings/contexts.js';
import { keptKey } from '../settings/key-file.js';
import type { OwnVerb } from './own-verb.js';

export const listContexts: OwnVerb = {
  args: [],
  flags: [],
  example: 'context list',
  run: async ({ terminal: { settings }, printer }) => {
    const { current, contexts } = await readContexts(settings.folder);
    const rows = Object.entries(contexts).map(([name, { url }]) => ({ name, url, current: name === current }));
    await printList(printer, rows, ['name', 'url', 'current'], (items) => ({ items }));
    return exits.done;
  },
};

export const useContext: OwnVerb = {
  args: ['<name>'],
  flags: [{ flags: '--url <url>', about: 'url' }],
  example: 'context use trial --url https://jeongsan.example',
  run: async ({ terminal: { settings }, printer, options, words }, { name = '' }, { url }) => {
    if (!ContextName.safeParse(name).success) throw usageProblem(words.badContext, 'NO_CONTEXT');
    const { contexts } = await readContexts(settings.folder);
    const chosen = url ?? contexts[name]?.url;
    if (chosen === undefined) throw usageProblem(words.newContext(name), 'NO_CONTEXT');
    if (!/^https?:$/.test(URL.canParse(chosen) ? new URL(chosen).protocol : '')) throw usageProblem(words.url);
    const next = { current: name, contexts: { ...contexts, [name]: { url: chosen } } };
    if (!options.dryRun) await writeContexts(settings.folder, next);
    await printRecord(printer, { context: name, url: chosen });
    return exits.done;
  },
};

export const showContext: OwnVerb = {
  args: [],
  flags: [],
  example: 'context show -o json',
  run: async ({ terminal: { settings }, options, printer, words }) => {
    const { context, url } = await placeOf(settings, options.context, words);
    const kept = url === undefined ? undefined : await keptKey(settings.folder, context, url, words);
    const key = settings.key !== undefined ? 'JEONGSAN_KEY' : kept === undefined ? null : 'login';
    await printRecord(printer, { context, url: url ?? null, key });
    return exits.done;
  },
};
