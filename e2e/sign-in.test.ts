/** Signing in as people do: in a real browser, with real email. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkIn, Mailbox } from "../server/test/mailbox.ts";
import { isKnown, openBrowser, openWindow, signsOut } from "./support/browser.ts";
import { engines, newServer, PASSWORD } from "./support/server.ts";

const NEW_PASSWORD = "a lighthouse keeps its own hours";

for (const engine of engines)
  test(`people sign in, sign out, and get a new password by email, on ${engine}`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newServer(t, engine, { PARLEY_SMTP_URL: mailbox.url });
    const ada = await server.member("Ada");
    assert.equal((await mailbox.next(ada.email)).subject, "Your account at Acme");
    const address = `http://localhost:${server.port}`;
    const browser = await openBrowser(t);
    const page = await openWindow(t, browser, address);
    const heading = () => page.getByRole("heading", { level: 1 }).innerText();

    await page.goto("/");
    assert.equal(await heading(), "Sign in");
    await page.getByLabel("Email").fill(ada.email);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    assert.equal(await page.locator("#password-note").innerText(), "That email and password do not match.");
    assert.equal(await page.getByLabel("Email").inputValue(), ada.email);
    assert.equal(await page.evaluate("document.activeElement.name"), "password");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${address}/`);
    assert.equal(await page.evaluate("document.cookie"), "", "no script can read the session");
    assert.ok(await isKnown(page));

    // Someone at another computer requests a new password and has the email.
    const other = await openWindow(t, browser, address);
    await other.goto("/login/?next=/api/");
    await other.getByRole("link", { name: "Forgot your password?" }).click();
    await other.getByLabel("Email").fill(ada.email);
    await other.getByRole("button", { name: "Send link" }).click();
    await other.getByText("If that address has an account, a link is on its way.").waitFor();
    await other.goto(linkIn(await mailbox.next(ada.email), "/accounts/password/reset/"));
    await other.getByLabel("New password").fill("password");
    await other.getByRole("button", { name: "Save password" }).click();
    await other.getByText("This password is too easy to guess. Choose a longer or less common one.").waitFor();
    await other.getByLabel("New password").fill(NEW_PASSWORD);
    await other.getByRole("button", { name: "Save password" }).click();
    assert.equal(await other.getByLabel("Email").inputValue(), ada.email);
    await other.getByLabel("Password").fill(NEW_PASSWORD);
    await other.keyboard.press("Enter");
    await other.waitForURL(`${address}/`);

    assert.ok(!(await isKnown(page)), "the old session is over");
    await signsOut(other);
    assert.equal(await other.getByRole("heading", { level: 1 }).innerText(), "Sign in");
    assert.ok(!(await isKnown(other)));
  });

test("a form on another site cannot sign anyone in", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const browser = await openBrowser(t);
  const address = `http://localhost:${server.port}`;
  const page = await browser.newPage();
  await page.goto(`${address}/login/`);
  const token = await page.locator("input[name=csrfmiddlewaretoken]").first().inputValue();
  // From another origin it fails even with a stolen token.
  await page.route("http://evil.test/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="${address}/login/"><input name="csrfmiddlewaretoken" value="${token}">
<input name="username" value="${ada.email}"><input name="password" value="${PASSWORD}"><button>Win</button></form>`,
    }),
  );
  await page.goto("http://evil.test/");
  await page.getByRole("button").click();
  await page.getByText("This form has expired.").waitFor();
});
