/** Setting up a server, and an organization's sign-in pages, in a real browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invites, realms } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { linkIn, Mailbox } from "../server/test/mailbox.ts";
import { noViolations } from "./support/axe.ts";
import { isKnown, openBrowser, openWindow, signsOut } from "./support/browser.ts";
import { Person } from "./support/person.ts";
import { engines, newInstallation, newNode, newServer, PASSWORD, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const addressOf = ({ port }: Server) => `http://localhost:${port}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** The topic that introduces a new organization. */
const WELCOME = /\/#narrow\/channel\/\d+-general\/topic\/welcome$/;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

for (const engine of engines)
  test(`someone sets up a new server in the browser, on ${engine}`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newNode(await newInstallation(t, engine), { PARLEY_SMTP_URL: mailbox.url });
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
    await until("the addresses have the focus", async () => (await focused(page)) === "emails");
    await field(page, "Email addresses").fill("nora@example.com");
    await invite.click();
    await page.waitForURL(WELCOME);
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
    await guest.waitForURL(WELCOME);
    assert.ok(await isKnown(guest));
  });

/** A person's hands: everything but the text typed into fields counts. */
class Hands {
  readonly page: Page;
  readonly count: { clicksAndKeys: number };

  constructor(page: Page, count: Hands["count"]) {
    this.page = page;
    this.count = count;
  }

  opens(link: string) {
    this.count.clicksAndKeys++;
    return this.page.goto(link);
  }
  clicks(name: string) {
    this.count.clicksAndKeys++;
    return button(this.page, name).click();
  }
  presses(key: string) {
    this.count.clicksAndKeys++;
    return this.page.keyboard.press(key);
  }
  types(text: string) {
    return this.page.keyboard.type(text);
  }
}

/** Browsers mention a header that they ignore, except at localhost. */
const WITHOUT_ENCRYPTION = /Cross-Origin-Opener-Policy header has been ignored/;
const OTHER_NAME = "chat.office.test";

for (const { mail, name } of [
  { mail: false, name: "localhost" },
  { mail: false, name: OTHER_NAME },
  { mail: true, name: "localhost" },
])
  test(`from an empty directory to two people talking, ${mail ? "with" : "without"} a mail server, at ${name}`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newNode(await newInstallation(t, "sqlite"), (port) => ({
      ...(mail && { PARLEY_SMTP_URL: mailbox.url }),
      ...(name === OTHER_NAME && { PARLEY_HOST: "0.0.0.0", PARLEY_URL: `http://${name}:${port}` }),
    }));
    await server.start();
    const address = `http://${name}:${server.port}`;
    const browser = await openBrowser(t, { hostName: OTHER_NAME });
    const count = { clicksAndKeys: 0 };
    const olivia = new Hands(await openWindow(t, browser, address, { tolerates: WITHOUT_ENCRYPTION }), count);
    const nora = new Hands(await openWindow(t, browser, address, { tolerates: WITHOUT_ENCRYPTION }), count);

    const [setup = ""] = /http:\/\/\S+\/setup\/\?key=\w+/.exec(server.log) ?? [];
    assert.equal(new URL(setup).origin, address);
    await olivia.opens(setup);
    await olivia.types("Tideline");
    await olivia.presses("Enter");
    await olivia.types("Olivia Owner");
    await olivia.presses("Tab");
    await olivia.types("olivia@example.com");
    await olivia.presses("Tab");
    await olivia.types(PASSWORD);
    assert.equal(await field(olivia.page, "Time zone").inputValue(), "UTC", "as this computer has it");
    await olivia.presses("Enter");
    await olivia.page.getByRole("heading", { name: "Invite people" }).waitFor();
    await noViolations(olivia.page);

    let invitation: string;
    if (mail) {
      await olivia.types("nora@example.com");
      await olivia.clicks("Invite");
      invitation = linkIn(await mailbox.next("nora@example.com"), "/accounts/do_confirm/");
    } else {
      await olivia.page.getByText("This server sends no email. Share this link instead").waitFor();
      invitation = await field(olivia.page, "Link to share").inputValue();
      assert.equal(await button(olivia.page, "Copy link and open Parley").isVisible(), true);
      await olivia.presses("Enter");
    }
    await olivia.page.waitForURL(WELCOME);
    assert.equal(new URL(invitation).origin, address);

    await nora.opens(invitation);
    if (!mail) {
      await noViolations(nora.page);
      await nora.types("nora@example.com");
      await nora.presses("Tab");
    }
    await nora.types("Nora Newcomer");
    await nora.presses("Tab");
    await nora.types(PASSWORD);
    await nora.presses("Enter");
    await nora.page.waitForURL(WELCOME);
    await nora.page.getByText("How topics work.").waitFor();
    await nora.presses("r");
    await nora.types("Good morning, Olivia");
    await nora.presses("Enter");
    await olivia.page.getByRole("article").filter({ hasText: "Good morning, Olivia" }).waitFor();
    assert.equal(count.clicksAndKeys, mail ? 11 : 12);

    await olivia.presses("r");
    await olivia.types("And to you");
    await olivia.presses("Enter");
    await nora.page.getByRole("article").filter({ hasText: "And to you" }).waitFor();
    const notice = olivia.page.getByText("This server sends no email: people join with links that you pass on.");
    assert.equal(await notice.isVisible(), !mail, "owners are told");
    assert.ok(!(await nora.page.getByText("This server sends no email").isVisible()), "and nobody else");
    if (mail) return;
    const help = await olivia.page.getByRole("link", { name: "How to send email" }).getAttribute("href");
    await olivia.clicks("Dismiss");
    await notice.waitFor({ state: "detached" });
    await olivia.page.goto(help as string);
    assert.equal(await heading(olivia.page), "Administration");
    await olivia.page.getByRole("heading", { name: "Email", exact: true }).waitFor();
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
  const password = "a lighthouse keeps its own hours";
  await field(page, "New password").fill(password);
  await button(page, "Save password").click();
  await page.waitForURL(/\/login\//);
  // The link has proven the address, so that the API key of whoever had named it is replaced.
  const olivia = await Person.signsIn(owner.address, { ...owner, password });

  const link = (await olivia.call(invites.createInviteLink, {})).invite_link;
  const [{ id } = { id: 0 }] = (await olivia.call(invites.getInvites, {})).invites;
  await olivia.call(invites.revokeInviteLink, { invite_id: id });
  await page.goto(link);
  assert.equal(await heading(page), "This invitation is no longer valid");
  await page.getByText("Ask Olivia for a new one.").waitFor();
  await noViolations(page);

  await olivia.call(realms.deactivateRealm, {});
  await page.goto("/");
  await page.getByText("This organization has been deactivated.").waitFor();
  await noViolations(page);
});
