/**
 * Reads the arguments of a program. `--help` prints the usage. What the program does not understand is said in one line above the usage,
 * and the program ends with 2: call this before anything is started.
 */
export function withUsage<T>(usage: string, read: (args: string[]) => T): T {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exit(2);
  }
}
