/** Two-factor authentication as people use it: setting up an app, signing in with it, losing the phone, and being required to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { codeAt } from "../../server/src/people/second-factors/totp.ts";
import { noViolations } from "../support/axe.ts";
import { GONE, isKnown, openBrowser, openWindow, signsOut } from "../support/browser.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { entersAs, signsIn } from "./support/doors.ts";

const ACCOUNT = "/#settings/account-and-privacy";

async function givesPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

test("people set up an authenticator app, sign in with it, and use a recovery code when the phone is gone", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const browser = await openBrowser(t);
  const address = `http://localhost:${server.port}`;
  const page = await openWindow(t, browser, address, { tolerates: GONE });
  await entersAs(page, { email: ada.email, password: PASSWORD }, ACCOUNT);
  const dialog = page.getByRole("dialog");
  const row = page.locator('[data-setting="authenticator"]');
  await row.getByRole("button", { name: "Set up" }).click();
  await dialog.getByText("Your other devices are signed out").waitFor();
  await dialog.getByLabel("Current password").fill("wrong");
  await page.keyboard.press("Enter");
  await dialog.getByText("Password is incorrect.").waitFor();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await noViolations(page);
  const secret = (await dialog.locator(".typed-secret").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("The code that the app shows").fill(codeAt(secret, Math.floor(Date.now() / 1000)));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("Each of these codes signs you in once").waitFor();
  const codes = await dialog.locator(".recovery-codes li").allInnerTexts();
  assert.equal(codes.length, 10);
  await noViolations(page);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 codes left").waitFor();

  await signsOut(page);
  await givesPassword(page, ada.email);
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
  assert.ok(!(await isKnown(page)));
  await noViolations(page);
  await page.getByLabel("Code").fill(codeAt(secret, 0));
  await page.keyboard.press("Enter");
  await page.getByText("That code is wrong").waitFor();
  await page.getByLabel("Code").fill(codeAt(secret, Math.floor(Date.now() / 1000) + 30));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${address}/`);
  assert.ok(await isKnown(page));

  await signsOut(page);
  await givesPassword(page, ada.email);
  await page.getByLabel("Code").fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${address}/`);
  await page.goto(ACCOUNT);
  await page.getByText("9 codes left").waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await row.getByText("Not set up").waitFor();
});

test("an owner requires it, and administrators set it up when they sign in", async (t) => {
  const server = await newServer(t, "sqlite");
  const owner = server.owner as NonNullable<typeof server.owner>;
  const ada = await server.member("Ada");
  const browser = await openBrowser(t);
  const address = `http://localhost:${server.port}`;
  const [page, adas] = [
    await openWindow(t, browser, address, { tolerates: GONE, loadsOnce: true }),
    await openWindow(t, browser, address, { tolerates: GONE }),
  ];
  await entersAs(adas, { email: ada.email, password: PASSWORD });
  await entersAs(page, { email: owner.email, password: PASSWORD }, "/#organization/auth-methods");
  const chosen = page.locator('[data-setting="two_factor_required_for"]');
  await chosen.getByRole("combobox").selectOption({ label: "Members and above" });
  await chosen.getByText("Set up two-factor authentication for your own account first.").waitFor();

  await page.goto(ACCOUNT);
  await page.locator('[data-setting="authenticator"]').getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const secret = (await dialog.locator(".typed-secret").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("The code that the app shows").fill(codeAt(secret, Math.floor(Date.now() / 1000)));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.goto("/#organization/auth-methods");
  await chosen.getByRole("combobox").selectOption({ label: "Members and above" });
  await page.getByText("Saved").first().waitFor();

  await adas.getByText("You are signed out. Sign in to continue.").waitFor();
  assert.ok(!(await isKnown(adas)), "the session from before");
  await givesPassword(adas, ada.email);
  await adas.getByRole("heading", { name: "Set up two-factor authentication" }).waitFor();
  await noViolations(adas);
  const own = (await adas.locator(".secret-text").innerText()).replaceAll(" ", "");
  await adas.getByLabel("The code that the app shows").fill(codeAt(own, Math.floor(Date.now() / 1000)));
  await adas.keyboard.press("Enter");
  await adas.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await noViolations(adas);
  await adas.getByRole("link", { name: "I have saved them" }).click();
  await adas.waitForURL((url) => url.pathname === "/");
  assert.ok(await isKnown(adas));
});

type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

const credentialsOf = async (devTools: CDPSession, authenticatorId: string) =>
  (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/**
 * The device's own authenticator, as Chromium imitates it, with a finger on it that it recognises. Chromium
 * forgets it with the page, so it is made for each, with the passkeys of the one before.
 */
async function withDevice(page: Page, { passkeys = [] as readonly Credential[], isUserVerified = true } = {}) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const kind = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...kind, isUserVerified, automaticPresenceSimulation: true },
  });
  for (const credential of passkeys) await devTools.send("WebAuthn.addCredential", { authenticatorId, credential });
  return () => credentialsOf(devTools, authenticatorId);
}

test("people add a passkey, sign in with it alone and after their password, and remove it", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const browser = await openBrowser(t);
  const page = await openWindow(t, browser, `http://localhost:${server.port}`, { tolerates: GONE, loadsOnce: true });
  await signsIn(page, { email: ada.email, password: PASSWORD });
  await page.goto(ACCOUNT);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add passkey" }).waitFor();
  const created = await withDevice(page);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await dialog.getByText("Each of these codes signs you in once").waitFor();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  const passkeys = await created();
  assert.equal(passkeys.length, 1);

  // Wherever the password is asked for again, the passkey serves too.
  await page.getByRole("button", { name: "Get new codes" }).click();
  await dialog.getByLabel("Current password").waitFor();
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await dialog.getByText("Each of these codes signs you in once").waitFor();
  await dialog.getByRole("button", { name: "I have saved them" }).click();

  // A window without the passkey shows the button; one that has it offers it in the field for the address.
  const other = await openWindow(t, browser, `http://localhost:${server.port}`, { tolerates: GONE, loadsOnce: true });
  await other.goto("/login/");
  const button = other.getByRole("button", { name: "Sign in with a passkey" });
  await button.waitFor();
  await noViolations(other);
  await withDevice(other, { passkeys });
  await button.click();
  await other.waitForURL((url) => url.pathname === "/");
  assert.ok(await isKnown(other));

  const third = await openWindow(t, browser, `http://localhost:${server.port}`, { tolerates: GONE, loadsOnce: true });
  await givesPassword(third, ada.email);
  await third.getByRole("button", { name: "Use a passkey" }).waitFor();
  const known = passkeys.map((passkey) => ({ ...passkey, signCount: 100 }));
  await withDevice(third, { passkeys: known });
  await third.getByRole("button", { name: "Use a passkey" }).click();
  await third.waitForURL((url) => url.pathname === "/");
  assert.ok(await isKnown(third));

  // A finger that the device does not know.
  const fourth = await openWindow(t, browser, `http://localhost:${server.port}`, { tolerates: GONE });
  await fourth.goto("/login/");
  await fourth.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  await withDevice(fourth, { passkeys: known, isUserVerified: false });
  await fourth.getByRole("button", { name: "Sign in with a passkey" }).click();
  await fourth.getByText("No passkey was used.").waitFor();
  await noViolations(fourth);
  assert.ok(!(await isKnown(fourth)));

  // The device in the first window counts less than the one in the third: one of them is a copy.
  const row = page.locator('[data-setting^="passkey-"]');
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await dialog.getByText("there may be a copy of it").waitFor();
  // The last, because Chromium also forgets the device with it.
  await noViolations(page);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
});

test("without encryption, passkeys are not offered, and the page says why", async (t) => {
  const hostName = "chat.test";
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const browser = await openBrowser(t, { hostName });
  const page = await openWindow(t, browser, `http://${hostName}:${server.port}`, {
    tolerates: /Cross-Origin-Opener-Policy/,
  });
  await page.goto("/login/");
  await page.getByLabel("Email").waitFor();
  assert.equal(await page.getByRole("button", { name: "Sign in with a passkey" }).count(), 0);
  await signsIn(page, { email: ada.email, password: PASSWORD });
  await page.goto(ACCOUNT);
  await page.getByText("Passkeys need an encrypted address").waitFor();
  assert.equal(await page.getByRole("button", { name: "Add passkey" }).count(), 0);
});
