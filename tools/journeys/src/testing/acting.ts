import type { Page } from 'playwright-core';

/** Presses the button of an operation, fills its dialog, and confirms. Returns when the dialog is closed: the act is done. */
export async function act(page: Page, operation: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.locator(`[data-operation="${operation}"]`).first().click();
  await fillIn(page, operation, fields);
  await confirm(page, operation);
}

export async function fillIn(page: Page, operation: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.locator(`[data-confirms="${operation}"]`).waitFor();
  for (const [name, text] of Object.entries(fields)) {
    const field = page.getByRole('dialog').locator(`[name="${name}"]`);
    const kind = await field.evaluate((element) => `${element.tagName} ${element.getAttribute('type') ?? ''}`);
    if (kind.startsWith('SELECT')) await field.selectOption(text);
    else if (kind === 'INPUT checkbox') await field.setChecked(text === 'true');
    else await field.fill(text);
  }
}

export async function confirm(page: Page, operation: string): Promise<void> {
  const button = page.locator(`[data-confirms="${operation}"]`);
  await button.click();
  await button.waitFor({ state: 'detached' });
}
