/** Setting up a server, and an organization's sign-in pages, in a real browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invites, realms } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { linkIn, Mailbox } from "../server/test/mailbox.ts";
import { noViolations } from "./support/axe.ts";
import { isKnown, openBrowser, openWindow, signsOut } from "./support/browser.ts";
import { engines, newInstallation, newNode, newServer, PASSWORD, type Server } from "./support/server.ts";

const addressOf = ({ port }: Server) => `http://localhost:${port}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

for (const engine of engines)
  test(`someone sets up a new server in the browser, on ${engine}`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newNode(t, await newInstallation(t, engine), { PARLEY_SMTP_URL: mailbox.url });
    await server.start();
    const page = await openWindow(t, await openBrowser(t), addressOf(server));
    await page.goto("/");
    assert.equal(await heading(page), "Parley is ready");
    await noViolations(page);
    await page.goto("/setup/");
    assert.equal(await page.locator("form").count(), 0);
    await noViolations(page);

    const [link = ""] = /http:\/\/\S+\/setup\/\?key=\w+/.exec(server.log) ?? [];
    await page.goto(link);
    assert.equal(await heading(page), "Set up Parley");
    await noViolations(page);
    assert.ok(!(await field(page, "Email").isVisible()), "the second step is closed");
    await page.keyboard.type("Tideline");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "full_name");
    await page.keyboard.type("Olivia Owner");
    await field(page, "Email").fill("olivia@example.com");
    await field(page, "Password").fill("olivia");
    await page.getByText("Too easy to guess. Add a few more words.").waitFor();
    await button(page, "Create organization").click();
    await page.getByText("This password is too easy to guess. Choose a longer or less common one.").waitFor();
    assert.equal(await focused(page), "password");
    assert.equal(await field(page, "Name").inputValue(), "Tideline");
    await noViolations(page);
    await field(page, "Password").fill(PASSWORD);
    await page.getByText("Strong.").waitFor();
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { name: "Invite people" }).waitFor();
    await noViolations(page);
    const [invite, later] = [button(page, "Invite"), page.getByRole("link", { name: "Later" })];
    assert.deepEqual((await invite.boundingBox())?.width, (await later.boundingBox())?.width);
    await button(page, "Create a link to share").click();
    const shared = await field(page, "Link to share").inputValue();
    await noViolations(page);
    await field(page, "Email addresses").fill("nora@example.com\nnonsense");
    await invite.click();
    await page.getByText("These cannot be invited: nonsense.").waitFor();
    assert.equal(await focused(page), "emails");
    await field(page, "Email addresses").fill("nora@example.com");
    await invite.click();
    await page.waitForURL(`${addressOf(server)}/`);
    assert.ok(await isKnown(page), "and is signed in");

    const guest = await openWindow(t, await openBrowser(t), addressOf(server));
    await guest.goto(shared);
    await guest.getByText("Olivia Owner invited you to Tideline as a member.").waitFor();
    await noViolations(guest);
    await guest.goto(linkIn(await mailbox.next("nora@example.com"), "/accounts/do_confirm/"));
    await guest.getByText("You will join #general, #sandbox and #Parley.").waitFor();
    await noViolations(guest);
    assert.equal(await field(guest, "Time zone").inputValue(), "UTC", "as this computer has it");
    await field(guest, "Full name").fill("Nora Newcomer");
    await field(guest, "Password").fill(PASSWORD);
    await guest.getByText("Strong.").waitFor();
    await button(guest, "Join").click();
    await guest.waitForURL(`${addressOf(server)}/`);
    assert.ok(await isKnown(guest));
  });

test("people sign in: with a wrong and a right password, back to the page they wanted, and too often", async (t) => {
  const env = { PARLEY_RATE_LIMITS: "authenticate_by_username=2/240" };
  const server = await newServer(t, "sqlite", env);
  const ada = await server.member("Ada");
  const address = addressOf(server);
  const page = await openWindow(t, await openBrowser(t), address);
  await page.goto("/login/?next=/api/#calling");
  await noViolations(page);
  await field(page, "Email").fill(ada.email);
  await field(page, "Password").fill("wrong");
  await button(page, "Show").click();
  assert.equal(await field(page, "Password").getAttribute("type"), "text");
  await button(page, "Hide").click();
  assert.equal(await field(page, "Password").getAttribute("type"), "password");
  await page.keyboard.press("Enter");
  await page.getByText("That email and password do not match.").waitFor();
  assert.equal(await focused(page), "password");
  await noViolations(page);
  await field(page, "Password").fill(PASSWORD);
  await page.getByLabel("This is a shared computer").check();
  await button(page, "Sign in").click();
  await page.waitForURL(`${address}/api/#calling`);
  assert.equal(await page.evaluate(() => document.cookie), "sharedcomputer=1");

  // Signing out removes what the web client has stored, and people can sign in again.
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("kept", "yes"));
  await signsOut(page);
  assert.deepEqual(await page.evaluate(() => [document.cookie, localStorage.getItem("kept")]), ["", null]);
  assert.ok(!(await isKnown(page)));
  await field(page, "Email").fill(ada.email);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Sign in").click();
  await page.waitForURL(`${address}/`);
  assert.ok(await isKnown(page));

  const other = await openWindow(t, await openBrowser(t), address);
  await other.goto("/login/");
  for (let n = 0; n < 3; n++) {
    await field(other, "Email").fill(ada.email);
    await field(other, "Password").fill("wrong");
    await button(other, "Sign in").click();
    await other.locator(".error").waitFor();
  }
  await other.getByText(/Too many tries\. Wait 3 minutes, \d+ seconds\./).waitFor();
  await noViolations(other);
});

test("pages for lost passwords, invalid invitations and deactivated organizations say so plainly", async (t) => {
  const mailbox = await Mailbox.open();
  t.after(() => mailbox.close());
  const server = await newServer(t, "sqlite", { PARLEY_SMTP_URL: mailbox.url });
  const { owner } = server;
  assert.ok(owner);
  const page = await openWindow(t, await openBrowser(t), addressOf(server));
  await page.goto("/register/");
  await page.getByText("You need an invitation").waitFor();
  await noViolations(page);
  await owner.call(realms.updateRealm, { invite_required: false });
  await page.goto("/register/");
  await page.getByText("Anyone can join.").waitFor();
  await noViolations(page);

  await page.goto("/accounts/password/reset/");
  await noViolations(page);
  await field(page, "Email").fill(owner.email);
  await button(page, "Send link").click();
  await page.getByText("If that address has an account, a link is on its way.").waitFor();
  await noViolations(page);
  await page.goto(linkIn(await mailbox.next(owner.email), "/accounts/password/reset/"));
  await noViolations(page);
  await field(page, "New password").fill("olivia@example.com");
  await page.getByText("Too easy to guess. Add a few more words.").waitFor();
  await field(page, "New password").fill("a lighthouse keeps its own hours");
  await button(page, "Save password").click();
  await page.waitForURL(/\/login\//);

  const link = (await owner.call(invites.createInviteLink, {})).invite_link;
  const [{ id } = { id: 0 }] = (await owner.call(invites.getInvites, {})).invites;
  await owner.call(invites.revokeInviteLink, { invite_id: id });
  await page.goto(link);
  assert.equal(await heading(page), "This invitation is no longer valid");
  await page.getByText("Ask Olivia for a new one.").waitFor();
  await noViolations(page);

  await owner.call(realms.deactivateRealm, {});
  await page.goto("/");
  await page.getByText("This organization has been deactivated.").waitFor();
  await noViolations(page);
});
