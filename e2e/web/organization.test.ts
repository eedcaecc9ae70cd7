/** The organization's pages: an owner changes something, others see it at once, and members see it locked. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { groups, realms, users } from "@parley/server/contract";
import type { Browser, Page, Route } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const ADMINISTRATOR = 200;

const PAGES = {
  "organization-profile": "Organization profile",
  "organization-settings": "Organization settings",
  "organization-permissions": "Permissions",
  "emoji-settings": "Emoji",
  "organization-level-user-defaults": "Defaults for new users",
  overview: "Overview",
} as const;

describe("pages of the organization", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let owner: Person;
  let ada: Person;
  let browser: Browser;
  /** The owner's window, and a member's. */
  let page: Page;
  let members: Page;

  const opens = async (person: Person, address: string, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: person.email, password: PASSWORD }, address);
    return opened;
  };
  const heading = (name: string, at = page) => at.getByRole("heading", { name, exact: true, level: 1 });
  const saved = (at = page) => at.getByText("Saved", { exact: true });
  const row = (key: string, at = page) => at.locator(`[data-setting="${key}"]`);
  const both = async (section: keyof typeof PAGES) => {
    for (const window of [page, members]) {
      await window.goto(`/#organization/${section}`);
      await heading(PAGES[section], window).waitFor();
    }
  };
  const stored = async (name: string): Promise<unknown> => (await ada.registers(["realm"]))[`realm_${name}`];

  const roleId = async (role: string): Promise<number> => {
    const { realm_user_groups } = await owner.registers(["realm_user_groups"]);
    return (realm_user_groups as { id: number; name: string }[]).find(({ name }) => name === role)?.id as number;
  };

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    owner = server.owner as Person;
    ada = await server.member("Ada");
    browser = await openBrowser(lifetime);
    page = await opens(owner, "/#organization/organization-profile");
    members = await opens(ada, "/#organization/organization-profile");
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("a new name and description appear at once for others, who can't change them", async () => {
    await both("organization-profile");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Tideline");
    await name.press("Enter");
    await saved().waitFor();
    await row("name", members).getByText("Tideline").waitFor();
    await row("name", members).getByText("Only administrators can change this.").waitFor();
    await page.getByLabel("Type").selectOption("Research");
    await row("org_type", members).getByText("Research").waitFor();
    assert.equal(await members.getByRole("textbox").count(), 0);
    assert.equal(await members.getByRole("button", { name: /Upload|Deactivate/ }).count(), 0);
    await page.getByText(`http://localhost:${server.port}`).waitFor();
  });

  test("the list of pages shows the one that is open", async () => {
    await page.goto("/#organization/overview");
    await heading("Overview").waitFor();
    const link = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Overview" });
    const isSeen = () => link.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight);
    await until("it is in view", isSeen);
    await both("organization-profile");
  });

  test("an icon is cropped and uploaded, a logo keeps its shape, and both can be removed", async () => {
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 150 } });
    const picture = { name: "mark.png", mimeType: "image/png", buffer };
    const generated = await row("icon", members).getByRole("img").getAttribute("src");
    await row("icon").locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("dialog").getByRole("button", { name: "Use this picture" }).click();
    await until(
      "others see the icon",
      async () => (await row("icon", members).getByRole("img").getAttribute("src")) !== generated,
    );
    await row("logo").locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("button", { name: "Remove: Logo for light backgrounds" }).click();
    await page.getByRole("button", { name: "Remove: Icon" }).click();
    await until(
      "the icon is generated again",
      async () => (await row("icon", members).getByRole("img").getAttribute("src")) === generated,
    );
  });

  test("deactivating says what happens, needs the name, and can be cancelled", async () => {
    await page.getByRole("button", { name: "Deactivate organization" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Deactivate Tideline?" });
    await dialog.getByText("Everyone is signed out at once").waitFor();
    await dialog.getByLabel("Messages, files and accounts").selectOption("Delete them after 30 days");
    const button = dialog.getByRole("button", { name: "Deactivate organization" });
    assert.ok(await button.isDisabled());
    await dialog.getByLabel("Type “Tideline” to confirm").fill("Tideline");
    assert.ok(await button.isEnabled());
    await noViolations(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.ok((await owner.registers(["realm"])).realm_name);
  });

  test("time limits have usual lengths, never, and lengths of one's own", async () => {
    await both("organization-settings");
    const editing = page.getByLabel("Edit your own messages");
    await editing.selectOption("Never");
    await row("message_content_edit_limit_seconds", members).getByText("Never").waitFor();
    assert.equal(await stored("allow_message_editing"), false);
    await row("message_content_edit_limit_seconds").getByText("Default: 10 minutes").waitFor();
    await editing.selectOption("Another length…");
    const length = row("message_content_edit_limit_seconds").getByLabel("Length");
    await length.fill("15");
    await length.press("Enter");
    await row("message_content_edit_limit_seconds", members).getByText("15 minutes").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row("message_content_edit_limit_seconds", members).getByText("Never").waitFor();
    await editing.selectOption("Any time");
    await row("message_content_edit_limit_seconds", members).getByText("Any time").waitFor();
    await page.getByLabel("Keep messages").selectOption("90 days");
    await row("message_retention_days", members).getByText("90 days").waitFor();
    await row("message_retention_days", members).getByText("Only owners can change this.").waitFor();
    await page.getByLabel("Keep messages").selectOption("Forever");
    await until("it is stored", async () => (await stored("message_retention_days")) === -1);
  });

  test("channels for announcements, and what the server refuses", async () => {
    await owner.joins("announcements");
    const announced = page.getByLabel("New channels");
    await announced.selectOption("announcements");
    await row("new_stream_announcements_stream_id", members).getByText("announcements").waitFor();
    const jitsi = page.getByLabel("Jitsi server");
    await jitsi.fill("not an address");
    await jitsi.press("Enter");
    await row("jitsi_server_url").getByRole("alert").waitFor();
    await until("the old value is back", async () => (await jitsi.inputValue()) === "");
    await jitsi.fill("https://meet.example.com");
    await jitsi.press("Enter");
    await row("jitsi_server_url", members).getByText("https://meet.example.com").waitFor();
    await jitsi.fill("");
    await jitsi.press("Enter");
    await until("the server's own is used", async () => (await stored("jitsi_server_url")) === null);
  });

  test("an administrator changes what administrators may, and sees the rest locked", async () => {
    const eve = await server.member("Eve");
    await owner.call(realms.updateRealm, { inline_url_embed_preview: false });
    await owner.call(users.updateUser, { user_id: eve.id, role: ADMINISTRATOR });
    const admins = await opens(eve, "/#organization/organization-settings");
    await row("invite_required", admins).getByText("Only owners can change this.").waitFor();
    assert.equal(await row("invite_required", admins).getByRole("switch").count(), 0);
    await admins.getByRole("switch", { name: "Show previews of linked pages" }).check();
    await until("the owner sees it", () =>
      page.getByRole("switch", { name: "Show previews of linked pages" }).isChecked(),
    );
    await admins.close();
  });

  test("who may create bots is chosen with the keyboard: a role, a group and a person", async () => {
    const { group_id: designers } = await owner.call(groups.createUserGroup, {
      name: "designers",
      description: "",
      members: [ada.id],
    });
    await both("organization-permissions");
    const key = "can_create_bots_group";
    const field = row(key).getByRole("combobox");
    await field.focus();
    await page.keyboard.press("Backspace");
    await row(key).getByText("Nobody").waitFor();
    await page.keyboard.press("ArrowDown");
    // Only what the server accepts is offered.
    const offered = page.getByRole("listbox", { name: "Roles, groups and people" }).getByRole("option");
    await offered.filter({ hasText: "Moderators" }).waitFor();
    assert.equal(await offered.filter({ hasText: "Everyone" }).count(), 0);
    await noViolations(page);
    await page.keyboard.type("mod");
    await page.keyboard.press("Enter");
    await page.keyboard.type("desi");
    await page.keyboard.press("Enter");
    await page.keyboard.type("ada");
    await page.keyboard.press("Enter");
    // Nothing is saved before the button is pressed.
    await row(key, members).getByText("Members", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await saved().waitFor();
    await row(key, members).getByText("Moderators, designers and Ada").waitFor();
    await row(key, members).getByText("Only administrators can change this.").waitFor();
    const { direct_members, direct_subgroups } = (await stored(key)) as {
      direct_members: number[];
      direct_subgroups: number[];
    };
    assert.deepEqual(direct_members, [ada.id]);
    assert.ok(direct_subgroups.includes(designers));
    await page.getByRole("button", { name: "Undo" }).click();
    await row(key, members).getByText("Members", { exact: true }).waitFor();
    await row(key).getByRole("button", { name: "Remove Members" }).waitFor();
  });

  test("where only roles are accepted, it is a choice of those", async () => {
    const field = page.getByLabel("Who may create channels that everyone on the web can read");
    assert.deepEqual(await field.locator("option").allTextContents(), [
      "Nobody",
      "Owners",
      "Administrators",
      "Moderators",
    ]);
    await field.selectOption("Moderators");
    await page.getByRole("button", { name: "Save changes" }).click();
    await row("can_create_web_public_channel_group", members).getByText("Moderators").waitFor();
  });

  test("somebody must be chosen where nobody is not accepted, and changes can be discarded", async () => {
    const key = "can_manage_all_groups";
    await row(key).getByRole("button", { name: "Remove Owners" }).click();
    await row(key).getByText("Choose someone").waitFor();
    assert.ok(await page.getByRole("button", { name: "Save changes" }).isDisabled());
    await page.getByRole("button", { name: "Discard" }).click();
    await row(key).getByRole("button", { name: "Remove Owners" }).waitFor();
  });

  test("a value that somebody else changed meanwhile is shown, with the reader's own choice", async () => {
    const key = "can_add_custom_emoji_group";
    await row(key).getByRole("button", { name: "Remove Members" }).click();
    await owner.call(realms.updateRealm, { can_add_custom_emoji_group: { new: await roleId("role:moderators") } });
    await row(key).getByText("Someone else set this to: Moderators. Your choice, not saved: Nobody.").waitFor();
    await row(key).getByRole("button", { name: "Remove Moderators" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Save changes" }).count(), 0);
  });

  test("a change that reaches the server too late is refused, and said so", async () => {
    const key = "can_add_custom_emoji_group";
    await row(key).getByRole("button", { name: "Remove Moderators" }).click();
    // Another change arrives while this one is on its way.
    const overtakes = async (route: Route) => {
      await owner.call(realms.updateRealm, { can_add_custom_emoji_group: { new: await roleId("role:owners") } });
      await route.continue();
    };
    await page.route(/\/realm$/, overtakes, { times: 1 });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Someone else changed this in the meantime.").waitFor();
    await row(key).getByRole("button", { name: "Remove Owners" }).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  test("leaving with unsaved choices asks first, in whatever way the page is left", async () => {
    const key = "can_create_groups";
    const chip = row(key).getByRole("button", { name: /^Remove / });
    const before = await chip.count();
    const asked = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await chip.first().click();
    for (const leaves of [
      () => page.getByRole("link", { name: "Emoji", exact: true }).click(),
      () => page.goBack(),
      () => page.getByRole("button", { name: "Back to messages" }).click(),
    ]) {
      await leaves();
      await asked.getByRole("button", { name: "Cancel" }).click();
      await asked.waitFor({ state: "detached" });
      assert.match(page.url(), /#organization\/organization-permissions$/);
      await heading("Permissions").waitFor();
      assert.notEqual(await chip.count(), before);
    }
    const unloading = page.waitForEvent("dialog");
    await page.evaluate(() => setTimeout(() => location.assign("/login/")));
    const question = await unloading;
    assert.equal(question.type(), "beforeunload");
    await question.dismiss();
    await page.getByRole("link", { name: "Emoji", exact: true }).click();
    await asked.getByRole("button", { name: "Discard changes" }).click();
    await heading("Emoji").waitFor();
    await page.goBack();
    await heading("Permissions").waitFor();
    assert.equal(await chip.count(), before);
    // Nothing is asked without changes.
    await page.goBack();
    await heading("Permissions").waitFor({ state: "detached" });
    assert.equal(await asked.count(), 0);
  });

  test("defaults for new users are the personal settings, and change nothing for those who are here", async () => {
    await both("organization-level-user-defaults");
    await page.getByLabel("Theme").selectOption("Dark");
    await row("color_scheme", members).getByText("Dark").waitFor();
    await page.getByLabel("Who sees the email address").selectOption("Nobody");
    await row("email_address_visibility", members).getByText("Nobody").waitFor();
    await row("email_address_visibility", members).getByText("Only administrators can change this.").waitFor();
    assert.notEqual(await page.locator("html").getAttribute("data-theme"), "dark");
    const late = await server.member("Late");
    const { user_settings } = await late.registers(["user_settings"]);
    assert.equal((user_settings as { email_address_visibility: number }).email_address_visibility, 4);
    // Not in the members' navigation.
    assert.equal(await members.getByRole("link", { name: "Defaults for new users" }).count(), 0);
  });

  test("an emoji that a member adds is there for others, and is removed by an administrator", async () => {
    await owner.call(realms.updateRealm, { can_add_custom_emoji_group: { new: await roleId("role:members") } });
    await both("emoji-settings");
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
    const picture = { name: "wave.png", mimeType: "image/png", buffer };
    await members.getByLabel("Name", { exact: true }).fill("Wave!");
    await members.locator("input[type=file]").setInputFiles(picture);
    await members.getByText("Emoji names must contain only lowercase English letters").waitFor();
    await members.getByLabel("Name", { exact: true }).fill("harbour_wave");
    await members.locator("input[type=file]").setInputFiles(picture);
    await page.getByText(":harbour_wave:").waitFor();
    await page.getByText("Added by Ada").waitFor();
    await noViolations(page);
    await page.getByRole("button", { name: "Remove :harbour_wave:" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await members.getByText(":harbour_wave:").waitFor({ state: "detached" });
    await owner.call(realms.updateRealm, { can_add_custom_emoji_group: { new: await roleId("role:owners") } });
    await members.getByText("You may not add emoji.").waitFor();
  });

  test("the overview counts people and messages, by day as a chart and as a table, for administrators only", async () => {
    await owner.sends("announcements", "numbers", "one more");
    await both("overview");
    const count = (label: string) => page.locator(".overview-counts > div").filter({ hasText: label }).locator("dd");
    assert.equal(await count("Owners").innerText(), "1");
    assert.ok(Number(await count("Messages sent").innerText()) > 0);
    const messagesByDay = page.getByRole("figure", { name: "Messages per day" });
    assert.equal(await messagesByDay.locator("rect").count(), 30);
    await page.getByRole("radio", { name: "90 days" }).click();
    await until("three months are drawn", async () => (await messagesByDay.locator("rect").count()) === 90);
    await messagesByDay.getByText("Show as table").click();
    assert.equal(await messagesByDay.getByRole("row").count(), 91);
    await noViolations(page);
    await page.getByText("Push notifications", { exact: true }).waitFor();
    await members.getByText("Only administrators can read the overview.").waitFor();
    assert.equal(await members.getByRole("link", { name: "Overview" }).count(), 0);
  });

  test("no page has accessibility problems, for an owner and a member", async () => {
    for (const [section, title] of Object.entries(PAGES))
      for (const window of [page, members]) {
        await window.goto(`/#organization/${section}`);
        await heading(title, window).waitFor();
        await noViolations(window);
      }
  });

  test("everything fits a phone", async () => {
    const phone = await opens(owner, "/#settings", SMALLEST_PHONE);
    for (const title of Object.values(PAGES)) {
      await phone.getByRole("link", { name: title, exact: true }).click();
      await heading(title, phone).waitFor();
      await fitsAPhone(phone);
      await phone.getByRole("link", { name: "All settings" }).click();
      await heading("Settings", phone).waitFor();
    }
    await phone.close();
  });
});
