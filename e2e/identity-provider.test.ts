/** Signing in with an identity provider, in a real browser, and from apps that open one. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { IdentityProvider } from "../server/test/identity-provider.ts";
import { linkIn, Mailbox } from "../server/test/mailbox.ts";
import { noViolations } from "./support/axe.ts";
import { isKnown, openBrowser } from "./support/browser.ts";
import { freePort } from "./support/ports.ts";
import { newServer, PASSWORD } from "./support/server.ts";
import { signsIn } from "./web/support/doors.ts";

const BUTTON = "Sign in with The company";
const ACCOUNT = "/#settings/account-and-privacy";

/** What the person does at the provider. */
async function saysWho(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Who are you?").fill(subject);
  await page.getByRole("button", { name: "Go" }).click();
}

/** What browsers refuse to do because of a policy is only in the console. */
function watchPolicy(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

test("people and their apps sign in with an identity provider", async (t) => {
  const provider = await IdentityProvider.open({ port: await freePort() });
  t.after(() => provider.close());
  const directory = mkdtempSync(join(tmpdir(), "parley-e2e-sign-in-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "sign-in.json");
  const gone = { ...provider.configured("gone"), issuer: `http://127.0.0.1:${await freePort()}` };
  writeFileSync(file, JSON.stringify({ oidc: [provider.configured("company"), gone] }));
  const mailbox = await Mailbox.open();
  t.after(() => mailbox.close());
  const server = await newServer(t, "sqlite", { PARLEY_SIGN_IN_FILE: file, PARLEY_SMTP_URL: mailbox.url });
  const address = `http://localhost:${server.port}`;
  provider.returns.add(`${address}/complete/oidc/company/`);
  const ada = await server.member("Ada");
  provider.people.set("ada-1", { email: ada.email, email_verified: true, name: "Ada" });
  provider.people.set("eve-1", { email: ada.email, email_verified: true, name: "Eve" });
  const browser = await openBrowser(t);
  const opened = async (options: { userAgent?: string } = {}) => {
    const context = await browser.newContext({ baseURL: address, locale: "en-GB", ...options });
    const complaints = watchPolicy(context);
    t.after(() => assert.deepEqual(complaints, []));
    return { context, page: await context.newPage() };
  };

  await t.test("but not by an address that only the owner has entered, until its person has confirmed it", async () => {
    const { page } = await opened();
    await page.goto("/login/");
    await page.getByRole("link", { name: BUTTON }).click();
    await saysWho(page, "ada-1");
    await page.getByText("never confirmed it").waitFor();
    await mailbox.next(ada.email);
    await page.goto("/accounts/password/reset/");
    await page.getByLabel("Email").fill(ada.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("a link is on its way").waitFor();
    await page.goto(linkIn(await mailbox.next(ada.email), "/accounts/password/reset/"));
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  await t.test("in the browser, and back to where they wanted to go", async () => {
    const { page } = await opened();
    await page.goto("/login/?next=/api/");
    await page.getByRole("link", { name: "Sign in with The gone" }).click();
    await page.getByText("We couldn't confirm who you are.").waitFor();
    await page.goto("/login/?next=/api/");
    await page.getByRole("link", { name: BUTTON }).click();
    await saysWho(page, "ada-1");
    await page.waitForURL(`${address}/api/`);
    assert.ok(await isKnown(page));
  });

  await t.test("nobody else gets the account, even with its address", async () => {
    const { page } = await opened();
    await page.goto("/login/");
    await page.getByRole("link", { name: BUTTON }).click();
    await saysWho(page, "eve-1");
    await page.getByText("belongs to a different sign-in").waitFor();
    assert.ok(!(await isKnown(page)));
    assert.match(server.log, /"ip":"[^"]+","reason":"other_identity","account":"[^"]+"/);
  });

  await t.test("people link their account in the settings, sign in with it, and unlink it", async () => {
    const ben = await server.member("Ben");
    provider.people.set("ben-1", { email: "ben@elsewhere.example", name: "Ben" });
    const { page } = await opened();
    await signsIn(page, { email: ben.email, password: PASSWORD });
    await page.goto(ACCOUNT);
    const row = page.locator('[data-setting="provider-company"]');
    const dialog = page.getByRole("dialog");
    const links = async (subject: string) => {
      await row.getByRole("button", { name: "Link", exact: true }).click();
      await dialog.getByLabel("Current password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await saysWho(page, subject);
    };
    await row.getByText("Not linked").waitFor();
    await page.locator('[data-setting="email"]').getByText("Not confirmed yet").waitFor();
    await noViolations(page);
    await links("ada-1");
    await page.getByRole("heading", { name: "You are not linked" }).waitFor();
    await page.getByText("belongs to another account").waitFor();
    await noViolations(page);
    await page.getByRole("link", { name: "Back to the settings" }).click();
    await links("ben-1");
    await row.getByText(/^Linked/).waitFor();

    const { page: other } = await opened();
    await other.goto("/login/");
    await other.getByRole("link", { name: BUTTON }).click();
    await saysWho(other, "ben-1");
    await other.waitForURL(`${address}/`);
    assert.ok(await isKnown(other));

    await row.getByRole("button", { name: "Unlink" }).click();
    await dialog.getByLabel("Current password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await row.getByText("Not linked").waitFor();
    const { page: last } = await opened();
    await last.goto("/login/");
    await last.getByRole("link", { name: BUTTON }).click();
    await saysWho(last, "ben-1");
    await last.getByRole("heading", { name: "You are not signed in" }).waitFor();
  });

  await t.test("the mobile app is opened with the key, after a password too", async () => {
    const { page } = await opened();
    const otp = randomBytes(32).toString("hex");
    const leaving = () =>
      page.waitForResponse(
        async (response) => (await response.headerValue("location"))?.startsWith("zulip://") ?? false,
      );
    await page.goto(`/login/?mobile_flow_otp=${otp}`);
    await page.getByLabel("Email").fill(ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    const byPassword = leaving();
    await page.keyboard.press("Enter");
    assert.match((await (await byPassword).headerValue("location")) ?? "", /otp_encrypted_api_key=[0-9a-f]{64}&/);
    await page.goto(`/login/?mobile_flow_otp=${otp}`);
    await page.getByRole("link", { name: BUTTON }).click();
    await saysWho(page, "ada-1");
    await page.getByRole("heading", { name: "Sign in to the mobile app?" }).waitFor();
    await page.getByText(ada.email).waitFor();
    const byProvider = leaving();
    await page.getByRole("button", { name: "Sign in" }).click();
    assert.match((await (await byProvider).headerValue("location")) ?? "", /&user_id=\d+&realm=http/);
    await page.goto("/login/");
    assert.ok(!(await isKnown(page)), "the browser got no session");
  });

  await t.test("the desktop app gets a code from the browser that it opens", async () => {
    const { context, page: app } = await opened({
      userAgent: "ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux) Chrome/130",
    });
    await app.goto("/login/");
    const browserWindow = context.waitForEvent("page");
    await app.getByRole("link", { name: BUTTON }).click();
    const window = await browserWindow;
    await saysWho(window, "ada-1");
    await window.getByRole("heading", { name: "Sign in to the desktop app?" }).waitFor();
    await window.getByRole("button", { name: "Sign in" }).click();
    const code = await window.getByLabel("Code").inputValue();
    await app.getByLabel("Code").fill(code);
    await app.getByRole("button", { name: "Sign in" }).click();
    await app.waitForURL(`${address}/`);
    assert.ok(await isKnown(app));
  });
});
