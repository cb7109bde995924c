/** An address fit for a screen. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.toString();
}
