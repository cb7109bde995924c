/** The page of a window, and its form as a browser would send it. */
export async function openedWindow(url: string) {
  const text = await (await fetch(url)).text();
  const found = (pattern: RegExp) =>
    (pattern.exec(text)?.[1] ?? '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const action = new URL(found(/<form method="post" action="([^"]*)"/), url);
  const token = found(/name="token" value="([^"]*)"/);
  /** Sends the form with the buyer's choices; returns the shop's address to which the window leads back. */
  const submit = async (choices: Readonly<Record<string, string>>): Promise<string | null> => {
    const body = new URLSearchParams({ token, decision: 'pay', ...choices });
    return (await fetch(action, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
  };
  return { text, submit };
}
