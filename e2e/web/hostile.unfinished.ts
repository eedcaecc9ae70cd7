/** The corpus of hostile texts as names of everything, on every screen of the client: nothing runs, nothing leaves. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HostileOrganization, makeHostile } from "./hostile-organization.ts";
import { ELSEWHERE, HOSTILE_NAMES, TRIPWIRE } from "./xss-corpus.ts";

const [NAME = ""] = HOSTILE_NAMES;
/** As a fragment spells it. */
const spelled = (name: string) => encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".");

/** What must never be in the document: handlers, scripts of others, addresses that run, links that tell where one was. */
const FAULTS = `[...document.querySelectorAll("*")].flatMap((element) => {
  const found = [];
  for (const { name, value } of element.attributes) {
    if (/^on/i.test(name)) found.push(name);
    if (!["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcdoc", "ping", "background"].includes(name)) continue;
    if (name === "srcdoc" || name === "ping") found.push(name);
    const { protocol, origin } = new URL(value, document.baseURI);
    if (!["http:", "https:", "mailto:", "data:", "blob:"].includes(protocol)) found.push(name + " " + value);
    if (protocol === "data:" && !(element.localName === "img" || element.localName === "link")) found.push(name + " " + value);
    const leavesUs = /^https?:/.test(protocol) && origin !== location.origin;
    if (leavesUs && element.localName !== "a") found.push(name + " " + value);
    const rel = (element.getAttribute("rel") ?? "").split(" ");
    if (leavesUs && !["noopener", "noreferrer"].every((word) => rel.includes(word))) found.push("rel of " + value);
  }
  if (element.localName === "script" && (!element.src || element.textContent)) found.push("script");
  if (["iframe", "object", "embed", "base", "meta-refresh", "style"].includes(element.localName)) found.push(element.localName);
  return found.map((each) => element.localName + ": " + each);
})`;

describe("hostile names and texts in the client", () => {
  let server: Server;
  let address: string;
  let browser: Browser;
  let hostile: HostileOrganization;
  let page: Page;
  const complaints: string[] = [];
  const farewells: (() => unknown)[] = [];

  /** A window of its own with the tripwire in it, which writes down whatever happens. */
  async function openTrapped(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
    });
    farewells.push(() => context.close());
    await context.addInitScript({
      content: `globalThis.tripped = [];
        globalThis.${TRIPWIRE} = (what) => tripped.push(String(what));
        for (const name of ["alert", "confirm", "prompt", "print"]) globalThis[name] = () => tripped.push(name);
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          tripped.push("policy: " + violatedDirective + " " + blockedURI + " " + sample));`,
    });
    const opened = await context.newPage();
    opened.setDefaultTimeout(15_000);
    opened.on("console", (message) => {
      if (message.type() === "error" && !/status of 40[0134]/.test(message.text())) complaints.push(message.text());
    });
    opened.on("pageerror", (error) => complaints.push(error.message));
    opened.on("popup", (popup) => complaints.push(`opens ${popup.url()}`));
    opened.on("dialog", (dialog) => {
      complaints.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    opened.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${address}/`))
        complaints.push(`asks for ${request.url()}`);
    });
    return opened;
  }

  /** Waits for what may have been set off. What is to be seen here must be seen, or the screen proves nothing. */
  async function unharmed(shown: Page, seen: string = TRIPWIRE): Promise<void> {
    await shown.getByText(seen).first().waitFor({ state: "attached" });
    const tripped = (await shown.evaluate(
      "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(tripped.splice(0)), 30)))",
    )) as string[];
    assert.deepEqual([...tripped, ...complaints.splice(0)], []);
    assert.deepEqual(await shown.evaluate(FAULTS), []);
  }

  /** Goes somewhere as a link does. */
  async function goes(fragment: string): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.waitForTimeout(80);
  }

  before(async () => {
    server = await newServer({ after: (leave) => void farewells.push(leave) }, "sqlite");
    address = `http://localhost:${server.port}`;
    hostile = await makeHostile(server.owner as Person);
    browser = await openBrowser({ after: (leave) => void farewells.push(leave) });
    page = await openTrapped();
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
      "messages",
      "files",
      "polls",
      "statuses",
      "profile fields",
      "linkifiers",
    ])
      assert.ok(made(what) > 0, what);
  });

  test("the tripwire works", async () => {
    await page.goto("/login/");
    await page.evaluate(`${TRIPWIRE}("tried")`);
    assert.deepEqual(await page.evaluate("tripped.splice(0)"), ["tried"]);
  });

  test("the sign-in page", async () => {
    await unharmed(page);
    await page.getByLabel("Email").fill((server.owner as Person).email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${address}/`);
    await page.locator("[data-region=sidebar]").waitFor();
    await unharmed(page);
  });

  test("every view", async () => {
    const { channelId, topics, person } = hostile;
    const channel = `narrow/channel/${channelId}-${spelled(NAME)}`;
    const views = [
      "inbox",
      "recent",
      "feed",
      "drafts",
      "scheduled",
      "reminders",
      `topics/channel/${channelId}`,
      channel,
      ...topics.map((topic) => `${channel}/topic/${spelled(topic)}`),
      `narrow/dm/${person.id}`,
      "narrow/is/dm",
      "narrow/is/mentioned",
      "narrow/is/starred",
      "narrow/has/reaction",
      `narrow/search/${spelled(TRIPWIRE)}`,
      `narrow/search/${spelled(NAME)}`,
      `narrow/topic/${spelled(NAME)}`,
      `user/${person.id}`,
      "channels/all",
      "keyboard-shortcuts",
      "about-parley",
      "invite",
    ];
    for (const fragment of views) {
      await goes(fragment);
      await unharmed(page).catch((error: Error) => {
        throw new Error(`${fragment}: ${error.message}`);
      });
    }
  });

  test("a fragment that says what it likes", async () => {
    for (const fragment of [
      NAME,
      `narrow/${NAME}`,
      `narrow/topic/${NAME}`,
      `user/${NAME}`,
      `javascript:${TRIPWIRE}(1)`,
    ]) {
      await goes(fragment);
      await unharmed(page);
    }
  });

  test("the title says the name as it is", async () => {
    await goes(`narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
    await until("the title names the topic", async () => (await page.title()).includes(NAME));
    await unharmed(page);
  });

  test("the palette and what it finds", async () => {
    await page.keyboard.press("Control+k");
    for (const typed of ["<img", TRIPWIRE, "javascript:", NAME]) {
      await page.getByRole("dialog").getByRole("combobox").fill(typed);
      await unharmed(page);
    }
    await page.keyboard.press("Escape");
  });

  test("the search field and what it suggests", async () => {
    await page.keyboard.press("/");
    for (const typed of ["<img", "topic:<", "sender:", "channel:<", NAME]) {
      await page.keyboard.type(typed);
      await page.waitForTimeout(50);
      await unharmed(page);
      await page.keyboard.press("Control+a");
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("writing, with what is offered while one writes", async () => {
    await goes(`narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
    await page.locator(".log-row article").first().waitFor();
    await page.keyboard.press("r");
    const box = page.locator("[data-region=composer] textarea");
    await box.waitFor();
    for (const typed of ["@", "@javascript", "#<img", "#", ":hostile", "#**<img", `/poll ${NAME}`]) {
      await box.fill("");
      await box.pressSequentially(typed);
      await page.waitForTimeout(50);
      await unharmed(page);
    }
    await box.fill(`${NAME} [a](javascript:${TRIPWIRE}(1))\n\`\`\`spoiler ${NAME}\n${NAME}\n\`\`\``);
    await page.keyboard.press("Alt+p");
    await page.waitForTimeout(300);
    await unharmed(page);
    await page.keyboard.press("Alt+p");
    await box.fill("");
    await page.keyboard.press("Control+'");
    await unharmed(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("cards, menus, tooltips and the panel", async () => {
    await goes(`narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
    const last = page.locator(".log-row article").last();
    await last.waitFor();
    await last.hover();
    await unharmed(page);
    for (const key of ["]", "u", "i", ":", "Shift+H", "Shift+V", "m", "e", "Shift+Y", "g", "y", "x", "c"]) {
      await goes(`narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
      await page.keyboard.press("End");
      await page.keyboard.press("k");
      await page.keyboard.press(key);
      await page.waitForTimeout(80);
      await unharmed(page);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    for (const target of await page.locator("[data-region=sidebar] a, header button").all()) {
      if (!(await target.isVisible())) continue;
      await target.hover({ timeout: 500 }).catch(() => {});
    }
    await unharmed(page);
  });

  test("a message that arrives, is edited, and is reacted to", async () => {
    const person = server.owner as Person;
    await goes(`narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
    await person.sends(NAME, NAME, `arrived ${NAME}`);
    await page.getByText("arrived").first().waitFor();
    await unharmed(page);
  });

  test("visitors see what is public", async () => {
    const visitor = await openTrapped();
    await visitor.goto(`/#narrow/channel/${hostile.channelId}/topic/${spelled(NAME)}`);
    await visitor.locator(".log-row article").first().waitFor();
    await unharmed(visitor);
  });

  test("trusted types are on", async () => {
    const refusal = (await page.evaluate(
      `(() => { try { document.createElement("div").innerHTML = "<p>a"; return "taken"; } catch (error) { return error.name; } })()`,
    )) as string;
    assert.equal(refusal, "TypeError");
    assert.ok(
      !(await page.evaluate(`[...document.querySelectorAll("[src]")].some(({ src }) => src.includes("${ELSEWHERE}"))`)),
    );
  });
});
