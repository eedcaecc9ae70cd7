/** Ways to sign in to the web client. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in on the page, as people do. */
export async function signsIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
}

/** Signs in without the page, for tests about something else; the caller waits for the target to load. */
export async function entersAs(page: Page, { email, password }: Credentials, address = "/#inbox"): Promise<void> {
  const { csrf_token } = (await (await page.request.get("/session")).json()) as { csrf_token: string };
  const form = { csrfmiddlewaretoken: csrf_token, username: email, password };
  const answer = await page.request.post("/login/", { form, maxRedirects: 0 });
  assert.equal(answer.status(), 302, `${email} may enter`);
  await page.goto(address);
}
