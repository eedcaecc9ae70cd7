/** The organization's lists: linkifiers, playgrounds, profile fields, domains, ways to sign in, exports and imports. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channelReading, channels, messages, profileFields, realms, settings, users } from "@parley/server/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { largeSlackArchive } from "../../server/src/imports/slack/testing.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const MODERATOR = 300;
const GUEST = 600;

const PAGES = {
  "linkifier-settings": "Linkifiers",
  "playground-settings": "Playgrounds",
  "profile-field-settings": "Profile fields",
  "auth-methods": "Sign-in methods",
  "data-exports-admin": "Data exports",
  import: "Import",
} as const;
type Section = keyof typeof PAGES | "organization-settings";

describe("lists of the organization", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let owner: Person;
  let ada: Person;
  let browser: Browser;
  /** The owner's window, and those of people who can only look. */
  let page: Page;
  let members: Page;
  let moderators: Page;
  let guests: Page;
  let channelId: number;

  const opens = async (person: Person, address: string, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: person.email, password: PASSWORD }, address);
    return opened;
  };
  const heading = (name: string, at = page) => at.getByRole("heading", { name, exact: true, level: 1 });
  const goes = async (section: Section, ...windows: readonly Page[]) => {
    const title = section === "organization-settings" ? "Organization settings" : PAGES[section];
    for (const window of windows.length > 0 ? windows : [page]) {
      await window.goto(`/#organization/${section}`);
      await heading(title, window).waitFor();
    }
  };
  const saved = (at = page) => at.getByText("Saved", { exact: true });
  /** Beside "Saved", and in the toast after something was removed. */
  const undo = () => page.locator(".saved-status").getByRole("button", { name: "Undo" }).click();
  const restore = () => page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  const dialog = () => page.getByRole("dialog");
  const rows = (name: string, at = page) => at.getByRole("list", { name, exact: true }).locator(":scope > li");
  const texts = async (found: Locator) => (await found.allInnerTexts()).map((text) => text.split("\n")[0]);
  const chooses = async (row: string, action: string) => {
    await page.getByRole("button", { name: `Actions for ${row}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    owner = server.owner as Person;
    ada = await server.member("Ada");
    const [mara, guido] = [await server.member("Mara"), await server.member("Guido")];
    await owner.call(users.updateUser, { user_id: mara.id, role: MODERATOR });
    await owner.call(users.updateUser, { user_id: guido.id, role: GUEST });
    browser = await openBrowser(lifetime);
    page = await opens(owner, "/#organization/linkifier-settings");
    [members, moderators, guests] = (await Promise.all(
      [ada, mara, guido].map((person) => opens(person, "/#organization/linkifier-settings")),
    )) as [Page, Page, Page];
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("a linkifier is tried while it is written, and what is wrong stands at its field", async () => {
    await goes("linkifier-settings", page, members);
    await page.getByRole("button", { name: "Add a linkifier" }).click();
    const pattern = dialog().getByLabel("Pattern");
    const template = dialog().getByLabel("URL template");
    await pattern.fill("#(?P<id>[0-9]+");
    await dialog()
      .getByText(/^Bad regular expression/)
      .waitFor();
    assert.equal(await pattern.getAttribute("aria-invalid"), "true");
    await pattern.fill("#(?P<id>[0-9]+)");
    await template.fill("https://example.com/issues/{number}");
    await dialog().getByText("The pattern has no part “number”, which the URL template uses.").waitFor();
    await template.fill("https://example.com/issues/{id}");
    await dialog().getByLabel("Text to try").fill("Fixed in #7, `#8` and x#9");
    await dialog().getByText("1 link", { exact: true }).waitFor();
    assert.equal(await dialog().getByRole("link", { name: "#7" }).getAttribute("href"), "https://example.com/issues/7");
    await noViolations(page);
    await dialog().getByRole("button", { name: "Add a linkifier" }).click();
    await saved().waitFor();
    await rows("Linkifiers", members).filter({ hasText: "https://example.com/issues/{id}" }).waitFor();
    // Only the server knows that there is one already.
    await page.getByRole("button", { name: "Add a linkifier" }).click();
    await pattern.fill("#(?P<id>[0-9]+)");
    await template.fill("https://example.com/{id}");
    await template.press("Enter");
    await dialog().getByRole("alert").filter({ hasText: "A linkifier with this pattern already exists." }).waitFor();
    await pattern.fill("(?P<key>[A-Z]+-[0-9]+)");
    await template.fill("https://example.com/browse/{key}");
    await template.press("Enter");
    // Others may see it first; a dialog that closes later would take the focus.
    await dialog().waitFor({ state: "hidden" });
    await until("both are listed", async () => (await rows("Linkifiers", members).count()) === 2);
  });

  test("linkifiers are ordered with keys, by dragging and from the menu; the order can be taken back", async () => {
    const first = async (at = page) => (await texts(rows("Linkifiers", at)))[0];
    const issues = "#(?P<id>[0-9]+)";
    const tickets = "(?P<key>[A-Z]+-[0-9]+)";
    const handle = page.getByRole("button", { name: `Move ${tickets}` });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await until("others see it", async () => (await first(members)) === tickets);
    assert.ok(await handle.evaluate((element) => element === document.activeElement));
    await undo();
    await until("it is taken back", async () => (await first()) === issues && (await first(members)) === issues);

    const [from, to] = [await handle.boundingBox(), await rows("Linkifiers").first().boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y + to.height / 2, { steps: 4 });
    await page.mouse.move(from.x, to.y + 2, { steps: 4 });
    await page.mouse.up();
    await until("it was dragged", async () => (await first(members)) === tickets);
    await chooses(tickets, "Move down");
    await until("it was moved", async () => (await first(members)) === issues);
  });

  test("all linkifiers are tried on one text; one is edited, removed and restored", async () => {
    await page.getByLabel("Text to try").fill("TIDE-12 and #7");
    await page.getByText("2 links", { exact: true }).waitFor();
    await members.getByLabel("Text to try").fill("TIDE-12");
    await members.getByRole("link", { name: "TIDE-12" }).waitFor();
    await chooses("(?P<key>[A-Z]+-[0-9]+)", "Edit");
    await dialog().getByLabel("URL template").fill("https://tickets.example.com/{key}");
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText("TIDE-12 → https://tickets.example.com/TIDE-12").waitFor();
    await chooses("#(?P<id>[0-9]+)", "Remove");
    await page.getByText("1 link", { exact: true }).waitFor();
    await restore();
    await page.getByText("2 links", { exact: true }).waitFor();
    await until("in its old place", async () => (await texts(rows("Linkifiers")))[0] === "#(?P<id>[0-9]+)");
    // The server links by the same list.
    const { rendered } = await owner.call(messages.renderMessage, { content: "TIDE-12" });
    assert.match(rendered, /href="https:\/\/tickets\.example\.com\/TIDE-12"/);
  });

  test("a playground is added with a completed language, and opens code in messages", async () => {
    await goes("playground-settings", page, members);
    const language = page.getByRole("combobox", { name: "Language" });
    await language.fill("rus");
    await page.getByRole("option", { name: "Rust", exact: true }).waitFor();
    await noViolations(page);
    await language.press("Enter");
    await until("the language is chosen", async () => (await language.inputValue()) === "Rust");
    const name = page.getByLabel("Name", { exact: true });
    const template = page.getByLabel("URL template");
    await name.fill("Tide pool");
    await template.fill("https://play.example.com/");
    await template.press("Enter");
    await page.getByRole("alert").filter({ hasText: 'Missing the required variable "code"' }).waitFor();
    await template.fill("https://play.example.com/{?code}");
    await template.press("Enter");
    await members.getByRole("cell", { name: "Tide pool" }).waitFor();

    await ada.joins("code");
    await ada.sends("code", "tides", "```rust\nfn main() {}\n```");
    ({ stream_id: channelId } = await ada.call(channelReading.getChannelId, { stream: "code" }));
    const reader = await opens(ada, `/#narrow/channel/${channelId}-code/topic/tides`);
    const one = reader.getByRole("link", { name: "Open in Tide pool" });
    assert.equal(await one.getAttribute("href"), "https://play.example.com/?code=fn%20main%28%29%20%7B%7D");
    for (const [label, value] of [
      ["Language", "rs"],
      ["Name", "Rock pool"],
      ["URL template", "https://rock.example.com/#{code}"],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    // Several are a menu.
    await reader.getByRole("button", { name: "Open in" }).click();
    await reader.getByRole("menuitem", { name: "Rock pool" }).waitFor();
    await noViolations(reader);
    await reader.close();
    await page.getByRole("button", { name: "Remove Rock pool" }).click();
    await members.getByRole("cell", { name: "Rock pool" }).waitFor({ state: "detached" });
    await restore();
    await members.getByRole("cell", { name: "Rock pool" }).waitFor();
  });

  test("a list of options is written, ordered, filled in, and says who loses what", async () => {
    await goes("profile-field-settings", page, members);
    await page.getByRole("button", { name: "Add a field" }).click();
    await dialog().getByLabel("Type").selectOption("List of options");
    await dialog().getByLabel("Label").fill("Team");
    const options = dialog().getByLabel("Option", { exact: true });
    await options.first().fill("Ship");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Shore");
    await dialog().getByRole("switch", { name: "Required" }).check();
    await noViolations(page);
    await dialog().getByRole("button", { name: "Add a field" }).click();
    await rows("Profile fields", members).filter({ hasText: "Team" }).getByText("List of options · required").waitFor();
    const { custom_profile_fields } = await ada.registers(["custom_profile_fields"]);
    const [{ id }] = custom_profile_fields as [{ id: number }];
    await ada.call(profileFields.updateOwnProfile, { data: [{ id, value: "2" }] });
    await chooses("Team", "Edit");
    await dialog().getByRole("button", { name: "Remove Shore" }).click();
    await dialog().getByText("1 person has chosen a removed option and loses it.").waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await chooses("Team", "Delete");
    await dialog().getByText("1 person has filled it in.").waitFor();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await rows("Profile fields", members).first().waitFor({ state: "detached" });
  });

  test("every type of field can be added; accounts have their site; the summary has room for two", async () => {
    const adds = async (type: string, fill: () => Promise<unknown>) => {
      await page.getByRole("button", { name: "Add a field" }).click();
      await dialog().getByLabel("Type").selectOption(type);
      await fill();
      await dialog().getByRole("button", { name: "Add a field" }).click();
      await dialog().waitFor({ state: "detached" });
    };
    const label = (name: string) => dialog().getByLabel("Label").fill(name);
    const summary = () => dialog().getByRole("switch", { name: "Show in the profile summary" });
    for (const type of ["Short text", "Date"])
      await adds(type, async () => {
        await label(`A ${type.toLowerCase()}`);
        await summary().check();
      });
    await adds("Long text", async () => {
      await label("About");
      assert.ok(await summary().isDisabled());
    });
    await adds("Link", async () => {
      await label("Site");
      await dialog().getByText("2 fields are shown there already.").waitFor();
    });
    await adds("People", () => label("Manager"));
    await adds("Pronouns", () => label("Pronouns"));
    await adds("External account", () => dialog().getByLabel("Site").selectOption("GitHub"));
    await adds("External account", async () => {
      await label("Forge");
      await dialog().getByLabel("URL pattern").fill("https://forge.example.com/%(username)s");
    });
    await until("all are there", async () => (await rows("Profile fields", members).count()) === 8);
    await page.getByRole("button", { name: "Move Forge" }).focus();
    await page.keyboard.press("ArrowUp");
    await until("in another order", async () => (await texts(rows("Profile fields", members)))[6] === "Forge");
  });

  test("domains stand beside the restriction, which ends with the last one", async () => {
    await goes("organization-settings", page, members);
    await page.getByLabel("Domain", { exact: true }).fill("not a domain");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Invalid domain" }).waitFor();
    await page.getByLabel("Domain", { exact: true }).fill("tideline.example");
    await page.keyboard.press("Enter");
    await members.getByRole("cell", { name: "tideline.example" }).waitFor();
    await page.getByRole("switch", { name: "Include subdomains of tideline.example" }).check();
    await members.getByRole("cell", { name: "Included", exact: true }).waitFor();
    await owner.call(realms.updateRealm, { emails_restricted_to_domains: true });
    await page.getByText("Only people with an email address of one of these domains can join.").waitFor();
    await page.getByRole("button", { name: "Remove tideline.example" }).click();
    await page.getByText("people are no longer restricted to domains").waitFor();
    await restore();
    await members.getByRole("cell", { name: "tideline.example" }).waitFor();
    assert.equal(await members.getByRole("button", { name: /tideline/ }).count(), 0);
  });

  test("the only way to sign in stays on, and says why", async () => {
    await goes("auth-methods", page, members);
    await page.getByText("At least one way must be on, and this is the only one.").waitFor();
    await members.getByText("Only owners can change this.").first().waitFor();
    assert.equal(await members.getByRole("switch").count(), 0);
  });

  test("an export is started, becomes ready by itself, is downloaded and deleted", async () => {
    await goes("data-exports-admin");
    await page.getByText(/who allow it: 0 of 4/).waitFor();
    await page.getByRole("radio", { name: "Public and private data" }).check();
    await page.getByRole("button", { name: "Start export" }).click();
    await page.getByRole("alert").filter({ hasText: "needs an organization owner who allows this" }).waitFor();
    await owner.call(settings.updateSettings, { allow_private_data_export: true });
    await page.getByText(/who allow it: 1 of 4/).waitFor();
    await page.getByRole("button", { name: "Start export" }).click();
    await page.getByRole("cell", { name: "Ready" }).waitFor();
    await noViolations(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Download the export/ }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^parley-export-.*\.jsonl\.gz$/);
    await page.getByRole("button", { name: /^Delete the export/ }).click();
    await dialog().getByRole("button", { name: "Delete export" }).click();
    await page.getByRole("cell", { name: "Deleted" }).waitFor();
    await page.getByRole("radio", { name: "Zulip" }).check();
    await page.getByRole("button", { name: "Start export" }).click();
    await page.getByRole("row", { name: /Zulip.*Ready/ }).waitFor();
    const [other] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Download the export/ }).click(),
    ]);
    assert.match(other.suggestedFilename(), /^parley-export-.*\.zulip\.tar\.gz$/);
  });

  test("an archive of another program is looked at, imported by the server, and reported", async () => {
    await goes("import");
    const buffer = largeSlackArchive({ messages: 400 });
    const choose = (name: string, content: Buffer) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/zip", buffer: content });
    await choose("notes.zip", Buffer.from("no archive"));
    await page.getByText("This is no export of Slack, Mattermost or Zulip.").waitFor();
    await choose("acme.zip", buffer);
    await page.getByRole("heading", { name: "This would come" }).waitFor();
    await page.getByText("Messages in channels").waitFor();
    await noViolations(page);
    await page.getByRole("button", { name: "Start import" }).click();
    await ada.sends("code", "imports", "Everyone can write meanwhile.");
    await page.locator("summary").filter({ hasText: "acme.zip" }).filter({ hasText: "Finished" }).waitFor();
    await page.getByText("Messages in channels").waitFor();
    await noViolations(page);
    const { streams } = await owner.call(channels.getChannels, {});
    assert(streams.some(({ name }) => name === "channel-8"));
    await goes("import", members);
    await members.getByText("Only owners can import data.").waitFor();
  });

  test("others see the same lists, without anything to change them with", async () => {
    for (const window of [moderators, members, guests]) {
      await goes("linkifier-settings", window);
      await rows("Linkifiers", window).first().waitFor();
      await window.getByText("Only administrators can change linkifiers.").waitFor();
      await goes("profile-field-settings", window);
      await window.getByText("Only administrators can change profile fields.").waitFor();
      await goes("playground-settings", window);
      await window.getByText("Only administrators can change playgrounds.").waitFor();
      assert.equal(await window.getByRole("button", { name: /^(Add|Move|Remove|Actions)/ }).count(), 0);
      assert.equal(await window.getByRole("link", { name: "Data exports" }).count(), 0);
    }
    await goes("data-exports-admin", members);
    await members.getByText("Only administrators can export data.").waitFor();
    await noViolations(members);
  });

  test("a call is a link to a new room, if the organization has a server for calls", async () => {
    await owner.call(realms.updateRealm, { video_chat_provider: 0 });
    await ada.sends("code", "calls", "Shall we talk?");
    await members.goto(`/#narrow/channel/${channelId}-code/topic/calls`);
    const text = members.getByLabel("Write a message", { exact: true });
    await text.waitFor();
    const call = members.getByRole("button", { name: "Add a video call" });
    await call.waitFor({ state: "detached" });
    await owner.call(realms.updateRealm, { video_chat_provider: 1, jitsi_server_url: "https://meet.example.com" });
    await call.click();
    const link = /^\[Join video call\]\(https:\/\/meet\.example\.com\/[a-z2-7]{20}\) $/;
    await until("the link is in the text", async () => link.test(await text.inputValue()));
    await text.fill("");
  });

  test("an emoji has a skin tone in a text", async () => {
    const text = members.getByLabel("Write a message", { exact: true });
    await members.getByRole("button", { name: "Emoji", exact: true }).click();
    await members
      .locator(".emoji-tones > label")
      .filter({ has: members.getByRole("radio", { name: "Medium", exact: true }) })
      .click();
    await members.getByRole("combobox", { name: "Search emoji" }).fill("wave");
    await noViolations(members);
    await members.getByRole("combobox", { name: "Search emoji" }).press("Enter");
    await until("it is in the text", async () => (await text.inputValue()) === "\u{1f44b}\u{1f3fd} ");
    await text.fill("");
  });

  test("no page has accessibility problems, and everything fits a phone", async () => {
    const phone = await opens(owner, "/#settings", SMALLEST_PHONE);
    for (const [section, title] of Object.entries(PAGES)) {
      await goes(section as Section);
      await noViolations(page);
      await phone.getByRole("link", { name: title, exact: true }).click();
      await heading(title, phone).waitFor();
      await fitsAPhone(phone);
      await phone.getByRole("link", { name: "All settings" }).click();
    }
    await goes("data-exports-admin", phone);
    const titles = phone.locator(".set-table td[data-title]");
    await titles.first().waitFor();
    const shown = await titles.evaluateAll((cells) =>
      cells.map((cell) => [getComputedStyle(cell, "::before").content, `"${cell.getAttribute("data-title")}"`]),
    );
    for (const [beside, title] of shown) assert.equal(beside, title, "a value has the title of its column beside it");
    await phone.goto("/#organization/linkifier-settings");
    await phone.getByRole("button", { name: "Add a linkifier" }).click();
    await phone.getByRole("dialog").waitFor();
    await fitsAPhone(phone);
    await phone.keyboard.press("Escape");
    await phone.goto("/#organization/profile-field-settings");
    await phone.getByRole("button", { name: "Add a field" }).click();
    await phone.getByRole("dialog").getByLabel("Type").selectOption("List of options");
    await fitsAPhone(phone);
    await phone.close();
  });
});
