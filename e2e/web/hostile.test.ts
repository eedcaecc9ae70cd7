/**
 * Uses the corpus of hostile texts for every name, and opens every screen of the client: nothing runs, and nothing is
 * sent elsewhere.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { messageEditing, reactions } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HostileOrganization, makeHostile } from "./hostile-organization.ts";
import { screensOf, topicFragment } from "./hostile-screens.ts";
import { Trap } from "./support/trap.ts";
import { ELSEWHERE, HOSTILE_NAMES, TRIPWIRE } from "./xss-corpus.ts";

const [NAME = ""] = HOSTILE_NAMES;

/** Things that our pages never do. */
const insertion = `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(NAME)})`;
/** Screens without names chosen by people. All others must show one, or they would prove nothing. */
const PLAIN =
  /^(?:keyboard-shortcuts|message-formatting|search-operators|settings\/(?:preferences|integrations)|groups\/(?:new|roles)|organization\/(?:overview|auth-methods|emoji-settings|organization-level-user-defaults|users\/invitations))$/;

describe("hostile names and texts in the client", () => {
  let server: Server;
  let address: string;
  let browser: Browser;
  let hostile: HostileOrganization;
  let trap: Trap;
  let page: Page;
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    address = `http://localhost:${server.port}`;
    [hostile, browser] = await Promise.all([makeHostile(server.owner as Person), openBrowser(lifetime)]);
    trap = await Trap.opens(lifetime, browser, address);
    page = trap.page;
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("the organization is as hostile as the API allows", () => {
    const made = (what: string) => hostile.made.get(what) ?? 0;
    for (const what of [
      "channels",
      "folders",
      "drafts",
      "snippets",
      "scheduled messages",
      "reminders",
      "direct messages",
    ])
      assert.equal(made(what), HOSTILE_NAMES.length, what);
    for (const what of [
      "organization",
      "people",
      "groups",
      "messages",
      "unread messages",
      "files",
      "polls",
      "statuses",
      "profile fields",
      "legal holds",
      "linkifiers",
      "custom emoji",
      "channels to join",
      "preferences",
      "stars",
      "resolved topics",
      "bots",
      "muted people",
      "rules of channels",
      "permissions",
    ])
      assert.ok(made(what) > 0, what);
  });

  test("scripts that run are detected when no policy blocks them", async () => {
    const lax = await Trap.opens(lifetime, browser, address, { bypassCSP: true });
    await lax.page.goto("/login/");
    await lax.page.evaluate(insertion);
    await until("the tripwire was touched", async () => (await lax.tripped()).includes("1"));
    assert.deepEqual(await lax.faults(), ["img: onerror"]);
    await lax.page.evaluate(`void fetch("https://${ELSEWHERE}/").catch(() => {})`);
    await until("the request was seen", () => lax.complaints().includes(`asks for https://${ELSEWHERE}/`));
  });

  test("the pages before the application", async () => {
    const key = new URL(hostile.inviteLink).pathname;
    for (const path of ["/register/", key, "/accounts/password/reset/", "/accounts/do_confirm/none", "/setup/"]) {
      await page.goto(path);
      await trap.unharmed(path);
    }
    await page.goto("/login/");
    await page.getByText(TRIPWIRE).first().waitFor();
    await trap.unharmed("/login/");
    await page.getByLabel("Email").fill((server.owner as Person).email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${address}/#inbox`);
    await page.locator("[data-region=sidebar]").getByText(TRIPWIRE).first().waitFor();
  });

  test("the policy of the web client blocks markup, and the violation is detected", async () => {
    assert.equal(await page.evaluate(`try { ${insertion} } catch (error) { error.name }`), "TypeError");
    await until("it was noticed", async () => (await trap.tripped()).some((what) => what.startsWith("policy: ")));
    trap.complaints();
  });

  test("every screen that has a URL", async (t) => {
    for (const [kind, fragments] of Object.entries(screensOf(hostile)))
      await t.test(kind, async () => {
        for (const fragment of fragments) {
          await trap.goes(fragment);
          if (!PLAIN.test(fragment)) await trap.shows(TRIPWIRE, fragment);
          await trap.unharmed(fragment);
        }
      });
  });

  test("arbitrary URL fragments", async () => {
    for (const fragment of [
      NAME,
      `narrow/${NAME}`,
      `narrow/topic/${NAME}`,
      `user/${NAME}`,
      `javascript:${TRIPWIRE}(1)`,
    ]) {
      await trap.goes(fragment);
      await trap.unharmed(fragment);
    }
  });

  test("the title shows the name as text", async () => {
    await trap.goes(topicFragment(hostile));
    await until("the title names the topic", async () => (await page.title()).includes(NAME));
    await trap.unharmed("title");
  });

  test("the palette and its results", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    for (const typed of ["<img", TRIPWIRE, "javascript:", NAME]) {
      await palette.getByRole("combobox").fill(typed);
      await palette.getByRole("option").filter({ hasText: TRIPWIRE }).first().waitFor();
      await trap.unharmed(`palette: ${typed}`);
    }
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
  });

  test("the search field and its suggestions", async () => {
    await page.keyboard.press("/");
    const field = page.getByRole("search").getByRole("combobox");
    for (const typed of ["<img", "topic:<", "sender:", "channel:<", NAME]) {
      await field.fill(typed);
      await page.getByRole("option").filter({ hasText: TRIPWIRE }).first().waitFor();
      await trap.unharmed(`search: ${typed}`);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("writing, with the suggestions of the composer", async () => {
    await trap.goes(topicFragment(hostile));
    await page.locator(".log-row article").first().waitFor();
    await page.keyboard.press("r");
    const box = page.locator("[data-region=composer] textarea");
    for (const typed of ["@", "@javascript", "#<img", "#", ":hostile", "#**<img"]) {
      await box.fill("");
      await box.pressSequentially(typed);
      await page.getByRole("option").first().waitFor();
      await trap.unharmed(`offered for ${typed}`);
    }
    await box.fill(`${NAME} [a](javascript:${TRIPWIRE}(1))\n\`\`\`spoiler ${NAME}\n${NAME}\n\`\`\``);
    await page.keyboard.press("Alt+p");
    await page.locator("[data-region=composer] .markup").getByText(TRIPWIRE).first().waitFor();
    await trap.unharmed("preview");
    await page.keyboard.press("Alt+p");
    await box.fill("");
    await page.keyboard.press("Control+'");
    await page.getByRole("dialog").getByText(TRIPWIRE).first().waitFor();
    await trap.unharmed("snippets");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("cards, menus, tooltips and the panel", async () => {
    const last = page.locator(".log-row article").last();
    await trap.goes(topicFragment(hostile));
    await last.waitFor();
    await last.hover();
    await trap.unharmed("the message under the pointer");
    for (const key of ["]", "u", "i", ":", "Shift+H", "Shift+V", "m", "e", "Shift+Y", "g", "y", "x", "c"]) {
      await trap.goes(topicFragment(hostile));
      await last.waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("k");
      await page.keyboard.press(key);
      await trap.settles();
      await trap.unharmed(`key ${key}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    for (const target of await page.locator("[data-region=sidebar] a:visible, header button:visible").all()) {
      const isHostile = /tripwire/.test(`${await target.getAttribute("aria-label")} ${await target.textContent()}`);
      if (isHostile) await target.hover({ timeout: 1000 }).catch(() => {});
    }
    await trap.unharmed("tooltips");
  });

  test("a message that arrives, is edited, and gets a reaction", async () => {
    const person = server.owner as Person;
    await trap.goes(topicFragment(hostile));
    const message_id = await person.sends(NAME, NAME, `arrived ${NAME}`);
    const row = page.locator(`.log-row[data-key="${message_id}"]`);
    await row.getByText("arrived").waitFor();
    await trap.unharmed("arrival");
    await person.call(messageEditing.editMessage, { message_id, content: `edited ${NAME}` });
    await row.getByText("edited").first().waitFor();
    await trap.unharmed("edit");
    await person.call(reactions.addReaction, { message_id, emoji_name: "hostile" });
    await row.getByRole("button", { name: "reacted with" }).waitFor();
    await trap.unharmed("reaction");
  });

  test("visitors see public content", async () => {
    const visitor = await Trap.opens(lifetime, browser, address);
    await visitor.page.goto(`/#${topicFragment(hostile)}`);
    await visitor.page.locator(".log-row article").filter({ hasText: TRIPWIRE }).first().waitFor();
    await visitor.unharmed("as a visitor");
  });
});
