/** Joining as people do: in a real browser, with real email. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invites, realms, users } from "@parley/server/contract";
import { linkIn, Mailbox } from "../server/test/mailbox.ts";
import { openBrowser, openWindow } from "./support/browser.ts";
import { engines, newServer, PASSWORD } from "./support/server.ts";

const CONFIRM = "/accounts/do_confirm/";

for (const engine of engines)
  test(`people accept an invitation, and sign up on their own where that is allowed, on ${engine}`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const server = await newServer(t, engine, { PARLEY_SMTP_URL: mailbox.url });
    const { owner } = server;
    assert.ok(owner);
    const browser = await openBrowser(t);
    const address = `http://localhost:${server.port}`;

    await owner.call(invites.sendInvites, {
      invitee_emails: "nora@example.com",
      stream_ids: [],
      include_realm_default_subscriptions: true,
    });
    const page = await openWindow(t, browser, address);
    await page.goto(linkIn(await mailbox.next("nora@example.com"), CONFIRM));
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Welcome to Acme");
    assert.equal(await page.evaluate("document.activeElement?.id"), "full_name");
    await page.getByLabel("Full name").fill("Nora Newcomer");
    await page.getByLabel("Password").fill("password");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("This password is too easy to guess. Choose a longer or less common one.").waitFor();
    assert.equal(await page.getByLabel("Full name").inputValue(), "Nora Newcomer");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Join" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");

    const other = await openWindow(t, browser, address);
    await other.goto("/register/");
    await other.getByText("You need an invitation").waitFor();
    await owner.call(realms.updateRealm, { invite_required: false });
    await other.goto("/login/");
    await other.getByRole("link", { name: "Create an account" }).click();
    await other.getByLabel("Email").fill("otto@example.com");
    await other.getByRole("button", { name: "Continue" }).click();
    await other.getByText("Check your email").waitFor();
    await other.goto(linkIn(await mailbox.next("otto@example.com"), CONFIRM));
    await other.getByLabel("Full name").fill("Otto Open");
    await other.getByLabel("Password").fill(PASSWORD);
    await other.keyboard.press("Enter");
    await other.waitForURL(({ pathname }) => pathname === "/");

    const { members } = await owner.call(users.getUsers, {});
    const known = members.map(({ full_name, role, timezone }) => [full_name, role, timezone]);
    assert.deepEqual(known.slice(1), [
      ["Nora Newcomer", 400, "Europe/Berlin"],
      ["Otto Open", 400, "UTC"],
    ]);
  });
