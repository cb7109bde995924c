/** A database address without its password, for the terminal. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.toString();
}
