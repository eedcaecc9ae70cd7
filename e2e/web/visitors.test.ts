/** People without an account, who read web-public channels: nothing is offered to them that they cannot do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { channelCreation, messageEditing, reactions, realms } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { PRODUCT_VERSION } from "../../server/src/kernel/version.ts";
import { KEYS } from "../../web/src/keyboard/keys.ts";
import { OPEN_TO_VISITORS } from "../../web/src/keyboard/visitors.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer } from "../support/server.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

/** What the open menu offers, which is closed then: the rows of one are not taken for those of the next. */
const rowsOf = async (page: Page) => {
  const rows = page.getByRole("menu").getByRole("menuitem");
  await rows.first().waitFor();
  // Without the key beside them.
  const names = await rows.locator("> span").allInnerTexts();
  await page.keyboard.press("Escape");
  await rows.first().waitFor({ state: "detached" });
  return names;
};

test("visitors", async (t) => {
  const [server, browser] = await Promise.all([newServer(t, "sqlite"), openBrowser(t)]);
  const olivia = server.owner as Person;
  await olivia.call(realms.updateRealm, { enable_spectator_access: true });
  const { id: channel } = await olivia.call(channelCreation.createChannel, {
    name: "open data",
    subscribers: [olivia.id],
    is_web_public: true,
    send_new_subscription_messages: false,
  });
  const edited = await olivia.sends("open data", "water", "Wells, springs and tanks.");
  await olivia.call(messageEditing.editMessage, { message_id: edited, content: "Wells, springs, tanks and taps." });
  await olivia.call(reactions.addReaction, { message_id: edited, emoji_name: "tada" });
  await olivia.sends("open data", "water", "/poll Which next?\nrivers\nlakes");
  await olivia.sends("open data", "water", "/todo Before Friday\ncount the wells");

  const page = await openWindow(t, browser, server.address);
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(response.url());
  });
  const topic = `/#narrow/channel/${channel}-open-data/topic/water`;
  await page.goto(topic);
  const message = page.getByRole("article").filter({ hasText: "tanks and taps" });
  await message.waitFor();
  await page.getByText("Before Friday").waitFor();
  const main = page.getByRole("main");
  const sidebar = page.locator("[data-region=sidebar]");

  await t.test("messages have no actions, and what is in them cannot be changed", async () => {
    await message.hover();
    assert.equal(await page.getByRole("toolbar").count(), 0);
    assert.equal(await main.getByRole("button", { name: /edited|Add (?:a )?reaction|Add option|Add task/ }).count(), 0);
    await main.getByText("edited", { exact: true }).waitFor();
    assert.ok(await main.getByRole("checkbox").first().isDisabled());
    assert.equal(await main.getByRole("textbox").count(), 0);
    await noViolations(page);
  });

  await t.test("menus have only what visitors can do", async () => {
    await page.locator("[data-menu=organization]").click();
    assert.deepEqual(await rowsOf(page), ["Sign in", "Help center", "Keyboard shortcuts", "About Parley"]);
    await sidebar.getByRole("link", { name: /open data/ }).click({ button: "right" });
    assert.deepEqual(await rowsOf(page), ["All topics", "Copy link"]);
    await page.goto(topic);
    await main.getByRole("button", { name: "Topic actions" }).click();
    assert.deepEqual(await rowsOf(page), ["Copy link to this topic"]);
  });

  await t.test("About says which version of Parley this is", async () => {
    await page.locator("[data-menu=organization]").click();
    await page.getByRole("menuitem", { name: "About Parley" }).click();
    const about = page.getByRole("dialog", { name: "About Parley" });
    await about.getByText(`Parley ${PRODUCT_VERSION}`, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await about.waitFor({ state: "detached" });
    await page.goto(topic);
  });

  await t.test("a person's card has no buttons", async () => {
    await message
      .getByRole("button", { name: /Olivia/ })
      .first()
      .click();
    const card = page.getByRole("dialog", { name: "Olivia", exact: true });
    await card.waitFor();
    assert.equal(await card.getByRole("button", { name: /Message|View messages|More/ }).count(), 0);
    await page.keyboard.press("Escape");
  });

  await t.test("keys for people with an account do nothing", async () => {
    const forMembers = Object.entries(KEYS).filter(
      ([
        command,
        {
          keys: [first],
        },
      ]) =>
        !OPEN_TO_VISITORS.has(command as keyof typeof KEYS) &&
        !("inChannels" in KEYS[command as "inbox"]) &&
        !first?.includes(" "),
    );
    for (const [command, { keys }] of forMembers) {
      await page.keyboard.press((keys[0] as string).replace(/^Mod\b/, "Control"));
      assert.equal(new URL(page.url()).hash, topic.slice(1), command);
      const over = await page.locator("[role=dialog], textarea").count();
      assert.equal(over, 0, `${command} opens nothing`);
    }
    // The first key opens the menu of the organization.
    await page.keyboard.press("g");
    const menu = page.getByRole("menuitem");
    await menu.first().waitFor();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("menuitem", { name: "Your profile" }).count(), 0);
    await page.keyboard.press("Escape");
    await menu.first().waitFor({ state: "detached" });
  });

  await t.test("the list of keys and the palette name no others", async () => {
    await message.waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.getByText("Search", { exact: true }).waitFor();
    for (const name of ["New channel message", "Inbox", "Set your status", "Reply"])
      assert.equal(await list.getByText(name, { exact: true }).count(), 0, name);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /Jump|Go/ });
    const options = page.getByRole("listbox").getByRole("option");
    for (const typed of ["inbox", "olivia", "> new", "> status", "drafts"]) {
      await field.fill(typed);
      await page.getByRole("listbox").waitFor({ state: "attached" });
      const offered = await options.allTextContents();
      assert.ok(
        offered.every((each) => /Search for|messages/i.test(each)),
        `${typed}: ${offered.join(", ")}`,
      );
    }
    await page.keyboard.press("Escape");
  });

  await t.test("a phone shows the same", async () => {
    const phone = await openWindow(t, browser, server.address, { device: SMALLEST_PHONE });
    await phone.goto(topic);
    await phone.getByRole("article").filter({ hasText: "tanks and taps" }).waitFor();
    await fitsAPhone(phone);
    // The day that was scrolled away stays at the top.
    await phone.setViewportSize({ ...SMALLEST_PHONE.viewport, height: 480 });
    await phone.locator(".log-head").getByText("Today").waitFor();
    await phone.goto("/#recent");
    await phone.getByRole("heading", { name: "Recent" }).waitFor();
    assert.equal(await phone.getByRole("link", { name: /Inbox|Direct/ }).count(), 0);
    await fitsAPhone(phone);
  });

  assert.deepEqual(refused, [], "nothing was asked that is refused");
});
