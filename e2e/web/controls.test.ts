/** Our own buttons, tooltips, segments and menus, with the keyboard and the pointer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

const TOPIC = "/#narrow/channel/general/topic/tides";

test("buttons, tooltips, segments and menus", async (t) => {
  const [server, browser] = await Promise.all([newServer(t, "sqlite"), openBrowser(t)]);
  const olivia = server.owner as Person;
  const ben = await server.member("Ben");
  await ben.sends("general", "tides", "High at six.");
  await ben.sends("general", "tides", "/poll When?\nnow");
  const page = await openWindow(t, browser, `http://localhost:${server.port}`, { loadsOnce: true });
  await entersAs(page, { email: olivia.email, password: PASSWORD }, TOPIC);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const tip = page.getByRole("tooltip");

  await t.test("a key that is held down presses a button once", async () => {
    await page.getByText("High at six.").waitFor();
    const details = page.getByRole("button", { name: /details/ }).first();
    await details.focus();
    const isOpen = () => page.locator(".panel").count();
    assert.equal(await isOpen(), 0);
    for (let n = 0; n < 4; n++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await until("the panel is open", async () => (await isOpen()) === 1);
    await page.keyboard.press("]");
    await until("the panel is closed", async () => (await isOpen()) === 0);
  });

  await t.test("a tooltip stays while the pointer is on it, and Esc closes nothing else", async () => {
    await page.getByRole("button", { name: "Show details" }).hover();
    await tip.waitFor();
    const box = await tip.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.waitForTimeout(500);
    assert.equal(await tip.count(), 1);
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "detached" });
    assert.match(page.url(), /tides$/);
    await page.mouse.move(400, 400);
  });

  await t.test("a button that goes away takes the tooltip along that was about to come", async () => {
    await page.getByText("High at six.").hover();
    const star = page.getByRole("toolbar").getByRole("button").first();
    const label = (await star.getAttribute("aria-label")) ?? "";
    assert.notEqual(label, "");
    await star.hover();
    await page.goto("/#inbox");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.waitForTimeout(700);
    assert.equal(await tip.filter({ hasText: label }).count(), 0);
    await page.goto(TOPIC);
  });

  await t.test("who voted is said with the option", async () => {
    const option = page.getByRole("button", { name: "now, 0 votes" });
    await option.waitFor();
    assert.equal(await option.getAttribute("aria-description"), "Nobody yet");
  });

  await t.test("a list shows what is asked, not the command", async () => {
    await page.goto("/#recent");
    await page.getByRole("link", { name: /tides.*Ben When\?$/ }).waitFor();
    await page.goto(TOPIC);
  });

  await t.test("↑ opens a menu at its end, and ↓ at its beginning", async () => {
    const button = page.getByRole("button", { name: "Topic actions" });
    const rows = page.getByRole("menu").getByRole("menuitem");
    for (const [key, at] of [
      ["ArrowUp", -1],
      ["ArrowDown", 0],
    ] as const) {
      await button.focus();
      await page.keyboard.press(key);
      await rows.first().waitFor();
      const names = await rows.allInnerTexts();
      await until(
        "the row has the focus",
        async () => await rows.nth(at).evaluate((row) => row === document.activeElement),
      );
      assert.ok(names.length > 1);
      await page.keyboard.press("Escape");
      await rows.first().waitFor({ state: "detached" });
    }
  });

  await t.test("segments take ← and →, and leave other keys to the page", async () => {
    await page.goto("/#inbox");
    const chosen = page.getByRole("radiogroup").getByRole("radio", { checked: true });
    await chosen.waitFor();
    await chosen.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "Followed");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(), "All");
    await page.keyboard.press("ArrowDown");
    const isOnRow = () => page.evaluate(() => document.activeElement?.hasAttribute("data-list-row") ?? false);
    await until("a row has the focus", isOnRow);
    await chosen.focus();
    await page.keyboard.press("Alt+ArrowLeft");
    await page.waitForURL(/tides$/);
  });

  await t.test("Enter in a field submits its form, and the focus stays there", async () => {
    await page.goto("/#settings/alert-words");
    const word = page.getByRole("textbox").first();
    await word.fill("harbour");
    await page.keyboard.press("Enter");
    await page.getByText("harbour").first().waitFor();
    await until("the focus is in the field", () => word.evaluate((each) => each === document.activeElement));
  });

  await t.test("on a phone, the actions of a message come from below, as wide as the screen", async () => {
    const device = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const phone = await openWindow(t, browser, `http://localhost:${server.port}`, { device, loadsOnce: true });
    await entersAs(phone, { email: olivia.email, password: PASSWORD }, TOPIC);
    const message = phone.getByRole("article").filter({ hasText: "High at six." });
    await message.focus();
    await phone.keyboard.press("i");
    const sheet = phone.locator(".sheet");
    await sheet.waitFor();
    await until("it has arrived", async () => {
      const box = await sheet.boundingBox();
      return box !== null && box.x === 0 && box.width === 390 && Math.round(box.y + box.height) === 844;
    });
    await phone.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });

    // A person's card is all on the screen.
    await message.getByRole("button", { name: "Ben", exact: true }).first().click();
    const card = phone.getByRole("dialog", { name: "Ben" });
    await until("it is in sight", async () => {
      const box = await card.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844;
    });
  });
});
