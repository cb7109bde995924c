import { once } from 'node:events';
import { configurationOf } from './configuration.js';
import { serverOf } from './serve.js';
import { settingsIn, type Settings } from './env.js';

/** EX_CONFIG of sysexits.h: the settings are wrong, and starting again does not mend them. */
const EXIT_OF_WRONG_SETTINGS = 78;

/** The issuer as a process: whoever opens its page signs in as anyone. For one machine only. */
async function main(): Promise<void> {
  const settings = settingsOrExit();
  // The library warns of a store in memory and of quick-start defaults, which are what a local issuer is.
  console.warn = () => undefined;
  console.info = () => undefined;
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(`http://127.0.0.1:${settings.port}`, configurationOf(settings));
  provider.on('server_error', (_, error) => console.error(error));
  const server = serverOf(provider).listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

function settingsOrExit(): Settings {
  try {
    return settingsIn();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(EXIT_OF_WRONG_SETTINGS);
  }
}

await main();
