/** Ways into the application, as people take them. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

export async function signsIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
}

/** The same without the page: for what begins behind the door. */
export async function isLetIn(
  { request }: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { csrf_token } = (await (await request.get("/session")).json()) as { csrf_token: string };
  const form = { username: email, password, csrfmiddlewaretoken: csrf_token };
  const answer = await request.post("/login/", { form, maxRedirects: 0 });
  assert.equal(answer.status(), 302, "signed in");
}
