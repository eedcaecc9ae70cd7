/** Ways into the application, as people take them. */
import type { Page } from "playwright-core";

export async function signsIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
}
