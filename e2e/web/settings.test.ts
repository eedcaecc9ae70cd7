/** Settings: found, changed, refused and locked; in several browsers at once, for people of different roles. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { channels, mutedUsers, realms, users, userTopics } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { isKnown, openBrowser, openWindow, type WindowOptions } from "../support/browser.ts";
import { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const GUEST = 600;

/** The personal pages, with a heading each. */
const PAGES = {
  profile: "Profile",
  "account-and-privacy": "Account and privacy",
  preferences: "Preferences",
  notifications: "Notifications",
  topics: "Topics you follow or mute",
  "alert-words": "Alert words",
  "muted-users": "Muted people",
  bots: "Your bots",
  "uploaded-files": "Uploads",
} as const;

describe("settings", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let owner: Person;
  let ada: Person;
  let ben: Person;
  let browser: Browser;
  let page: Page;

  const opens = async (person: Person, address: string, how: WindowOptions = { loadsOnce: true }): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, how);
    await entersAs(opened, { email: person.email, password: PASSWORD }, address);
    return opened;
  };
  const heading = (name: string, at = page) => at.getByRole("heading", { name, exact: true, level: 1 });
  const saved = (at = page) => at.getByText("Saved", { exact: true });
  const theme = (at: Page) => at.locator("html").getAttribute("data-theme");

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    owner = server.owner as Person;
    [ada, ben] = [await server.member("Ada"), await server.member("Ben")];
    await ada.joins("launch");
    browser = await openBrowser(lifetime);
    page = await opens(ada, "/#recent", {});
    await page.getByRole("heading", { name: "Recent" }).waitFor();
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("Esc returns to where the reader was, also after several pages", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    await heading("Profile").waitFor();
    await page.getByRole("link", { name: "Preferences" }).click();
    await heading("Preferences").waitFor();
    await page.keyboard.press("Escape");
    await heading("Recent").waitFor();
    await page.waitForURL(({ hash }) => hash === "#recent");
  });

  test("a setting is found by another word for it, and changed with the keyboard", async () => {
    await page.goto("/#settings");
    await heading("Profile").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("dark mode");
    await page.getByRole("option", { name: "Theme" }).waitFor();
    await page.keyboard.press("Enter");
    await heading("Preferences").waitFor();
    const field = page.getByLabel("Theme");
    await until("the setting has the focus", () => field.evaluate((each) => each === document.activeElement));
    const elsewhere = await opens(ada, "/#settings/preferences");
    await elsewhere.getByLabel("Theme").waitFor();
    await field.selectOption("Dark");
    await saved().waitFor();
    for (const window of [page, elsewhere])
      await until("both windows are dark", async () => (await theme(window)) === "dark");
    const chosen = () =>
      elsewhere.getByLabel("Theme").evaluate((each: HTMLSelectElement) => each.selectedOptions[0]?.text);
    await until("it is chosen in the other", async () => (await chosen()) === "Dark");
    await page.getByRole("button", { name: "Undo" }).click();
    for (const window of [page, elsewhere])
      await until("the old theme is back", async () => (await theme(window)) === "auto");
    await elsewhere.close();
  });

  test("a number outside its limits is refused here, and switches are saved at once", async () => {
    const size = page.getByLabel("Text size");
    await size.fill("900");
    await size.press("Enter");
    await page.getByText("Enter a number from 8 to 64.").waitFor();
    await size.fill("18");
    await size.press("Enter");
    await until("it is larger", () => page.evaluate(() => document.documentElement.style.fontSize === "112.5%"));
    await size.fill("16");
    await size.press("Enter");
    const enter = page.getByRole("switch", { name: "Enter sends the message" });
    const wasOn = await enter.isChecked();
    await enter.click();
    await until("it is stored", async () => (await settingsOf(ada)).enter_sends === !wasOn);
    await enter.click();
  });

  test("single keys can be turned off, and stay so", async () => {
    const keys = page.getByRole("switch", { name: "Single-key shortcuts" });
    await keys.uncheck();
    await page.getByRole("heading", { name: "Preferences" }).click();
    await page.keyboard.press("/");
    assert.ok(
      !(await page
        .getByRole("combobox", { name: "Find a setting" })
        .evaluate((each) => each === document.activeElement)),
    );
    await page.reload();
    await keys.waitFor();
    await until("they are off", async () => !(await keys.isChecked()));
    await keys.check();
  });

  test("what the server refuses is restored, with its words", async () => {
    await owner.call(realms.updateRealm, { require_unique_names: true });
    await page.goto("/#settings/profile");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Ben");
    await name.press("Enter");
    await page.getByText("Unique names required in this organization.").waitFor();
    await until("the old name is back", async () => (await name.inputValue()) === "Ada");
  });

  test("a new name appears at once for others", async () => {
    const other = await opens(ben, `/#user/${ada.id}`);
    await other.getByRole("heading", { name: "Ada" }).waitFor();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Ada Lovelace");
    await name.press("Enter");
    await other.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
    await page.getByRole("navigation").getByText("Ada Lovelace").waitFor();
    await other.close();
  });

  test("what a member may not change is shown, with who may", async () => {
    const admin = await opens(owner, "/#settings/profile");
    await admin.getByLabel("Name", { exact: true }).waitFor();
    await owner.call(realms.updateRealm, { name_changes_disabled: true, avatar_changes_disabled: true });
    await page.getByText("Only administrators change names in this organization.").waitFor();
    await page.getByText("Only administrators change pictures in this organization.").waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Upload a picture" }).count(), 0);
    assert.ok(await admin.getByLabel("Name", { exact: true }).isVisible());
    await admin.close();
    await owner.call(realms.updateRealm, { name_changes_disabled: false, avatar_changes_disabled: false });
    await page.getByLabel("Name", { exact: true }).waitFor();
  });

  test("a picture is cropped and uploaded", async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 150 } });
    await page
      .getByLabel("Upload a picture")
      .first()
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
    const dialog = page.getByRole("dialog", { name: "Choose the part to show" });
    await dialog.getByRole("application").press("ArrowRight");
    await dialog.getByLabel("Zoom").fill("2");
    await noViolations(page);
    await dialog.getByRole("button", { name: "Use this picture" }).click();
    await page.locator(".profile-picture img").waitFor();
    const { members } = await ben.call(users.getUsers, { client_gravatar: false });
    assert.match(members.find(({ user_id }) => user_id === ada.id)?.avatar_url ?? "", /^\/user_avatars\//);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.locator(".profile-picture img").waitFor({ state: "detached" });
  });

  test("a channel with its own rules is listed, shows what it inherits, and can follow the others again", async () => {
    await page.goto("/#settings/notifications");
    await heading("Notifications").waitFor();
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Choose a channel").selectOption("launch");
    const mobile = page.getByLabel("Mobile notifications for launch, default");
    assert.ok(!(await mobile.isChecked()));
    await mobile.check();
    await page.getByLabel("Mobile notifications for launch", { exact: true }).waitFor();
    // What is inherited follows the row for every channel.
    const desktop = page.getByLabel("Desktop notifications for launch, default");
    await page.getByLabel("Desktop notifications for every channel message").check();
    await until("it is inherited", () => desktop.isChecked());
    await page.getByLabel("Desktop notifications for every channel message").uncheck();
    await page.getByRole("button", { name: "Use the default notifications for launch" }).click();
    await desktop.waitFor({ state: "detached" });
  });

  test("devices are listed and signed out, one and all", async () => {
    const [phone, tablet] = [await opens(ada, "/#inbox", {}), await opens(ada, "/#inbox", {})];
    await page.goto("/#settings/account-and-privacy");
    await page.getByText("This device", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.getByText("is signed out.").waitFor();
    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).first().waitFor({ state: "detached" });
    for (const window of [phone, tablet]) {
      assert.ok(!(await isKnown(window)));
      await window.close();
    }
    assert.ok(await isKnown(page));
  });

  test("the API key is shown after the password, and signs a program in from the downloaded file", async () => {
    await page.getByRole("button", { name: "Show API key" }).click();
    const dialog = page.getByRole("dialog", { name: "API key" });
    await dialog.getByLabel("Password").fill("not it");
    await page.keyboard.press("Enter");
    await dialog.getByText("Password is incorrect.").waitFor();
    await dialog.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    const field = dialog.getByLabel("API key");
    await field.waitFor();
    assert.equal(await field.inputValue(), ada.apiKey);
    await noViolations(page);
    await dialog.getByRole("button", { name: "Make a new key" }).click();
    await until("there is another key", async () => (await field.inputValue()) !== ada.apiKey);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download credentials file" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "zuliprc");
    const [, email = "", apiKey = ""] =
      /^\[api\]\nemail=(.+)\nkey=(\w{32})\nsite=http/.exec(await readFile(await download.path(), "utf8")) ?? [];
    ada = new Person(server.address, { id: ada.id, email, apiKey });
    assert.equal((await ada.call(users.getOwnUser, {})).user_id, ada.id);
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  test("a new password needs the old one, and works from then on", async () => {
    const next = "seven green boats at anchor";
    const change = async (from: string, to: string) => {
      await page.getByRole("button", { name: "Change password" }).click();
      const dialog = page.getByRole("dialog", { name: "Change password" });
      await dialog.getByLabel("Current password").fill(from);
      await dialog.getByLabel("New password").fill(to);
      await page.keyboard.press("Enter");
      return dialog;
    };
    const refused = await change("not it", next);
    await refused.getByText("Wrong password!").waitFor();
    await refused.getByRole("button", { name: "Cancel" }).click();
    await (await change(PASSWORD, next)).waitFor({ state: "detached" });
    await saved().waitFor();
    await (await change(next, PASSWORD)).waitFor({ state: "detached" });
  });

  test("alert words, muted people and topics are listed, and taken back", async () => {
    await page.goto("/#settings/alert-words");
    await page.getByLabel("A word or phrase").fill("harbour");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "harbour", exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove harbour" }).click();
    await page.getByRole("cell", { name: "harbour", exact: true }).waitFor({ state: "detached" });
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("cell", { name: "harbour", exact: true }).waitFor();
    // What is changed elsewhere shows at once.
    await page.goto("/#settings/muted-users");
    await page.getByText("You have muted nobody.").waitFor();
    await ada.call(mutedUsers.muteUser, { muted_user_id: ben.id as never });
    await page.getByRole("button", { name: "Unmute Ben" }).click();
    await page.getByText("You have muted nobody.").waitFor();
    await page.goto("/#settings/topics");
    await page.getByText("You follow and mute no topics yet.").waitFor();
    const { streams } = await ada.call(channels.getChannels, {});
    const stream_id = streams.find(({ name }) => name === "launch")?.stream_id as never;
    await ada.call(userTopics.setTopicVisibility, { stream_id, topic: "tides", visibility_policy: 3 });
    const setting = page.getByLabel("Setting for tides: Followed");
    await setting.selectOption("Muted");
    await page.getByLabel("Setting for tides: Muted").waitFor();
  });

  test("a bot is created, edited and deactivated", async () => {
    await page.goto("/#settings/bots");
    await page.getByRole("button", { name: "Create a bot" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a bot" });
    await dialog.getByLabel("Name", { exact: true }).fill("Tide watcher");
    await dialog.getByLabel("Short name").fill("tide");
    await noViolations(page);
    await dialog.getByRole("button", { name: "Create a bot" }).click();
    await page.getByRole("button", { name: "More for Tide watcher" }).waitFor();
    const more = async (name: string, does: string) => {
      await page.getByRole("button", { name: `More for ${name}` }).click();
      await page.getByRole("menuitem", { name: does }).click();
    };
    await more("Tide watcher", "Edit");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Tide bot");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "More for Tide bot" }).waitFor();
    await more("Tide bot", "Deactivate");
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await page.getByText("You have no bots.").waitFor();
  });

  test("no page has accessibility problems, for an owner, a member and a guest", async () => {
    const guest = await server.member("Gus");
    await owner.call(users.updateUser, { user_id: guest.id, role: GUEST });
    const [theirs, guests] = [await opens(owner, "/#settings"), await opens(guest, "/#settings")];
    for (const [section, title] of Object.entries(PAGES))
      for (const window of [page, theirs, guests]) {
        // Guests have no bots, and are not offered the page.
        if (window === guests && section === "bots") continue;
        await window.goto(`/#settings/${section}`);
        await heading(title, window).waitFor();
        // Colours and structure are the same for everyone.
        if (window === page) await noViolations(window);
      }
    assert.equal(await guests.getByRole("navigation").getByRole("link", { name: "Your bots" }).count(), 0);
    await theirs.close();
    await guests.close();
  });

  test("on a phone the list of pages leads to a page, and everything fits", async () => {
    const phone = await opens(ada, "/#settings", { device: SMALLEST_PHONE, loadsOnce: true });
    await heading("Settings", phone).waitFor();
    await fitsAPhone(phone);
    await noViolations(phone);
    for (const [section, title] of Object.entries(PAGES)) {
      await phone.getByRole("link", { name: title, exact: true }).click();
      await heading(title, phone).waitFor();
      assert.equal(new URL(phone.url()).hash, `#settings/${section}`);
      await fitsAPhone(phone);
      await phone.getByRole("link", { name: "All settings" }).click();
      await heading("Settings", phone).waitFor();
    }
    await phone.close();
  });

  const settingsOf = async (person: Person): Promise<Record<string, unknown>> => {
    const { user_settings } = await person.registers(["user_settings"]);
    return user_settings as Record<string, unknown>;
  };
});
