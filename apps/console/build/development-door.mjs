/** The token and the address of a running platform, from the environment: `. .local/demo/env` gives them. */
const { JEONGSAN_URL = 'http://127.0.0.1:14000', CONSOLE_TOKEN = process.env.OPERATOR_TOKEN ?? '' } = process.env;

/** Vite's development server before a front door: each call carries the token, since there is no session. */
export function developmentDoor() {
  const headers = { authorization: `Bearer ${CONSOLE_TOKEN}` };
  return {
    port: 5174,
    strictPort: true,
    proxy: { '/api': { target: JEONGSAN_URL, headers } },
  };
}
