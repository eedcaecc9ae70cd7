/** Inbox, Recent, topics and drafts with only the keyboard, on a desktop and on a phone. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channelReading, drafts, readState, settings } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";

/** More than are rendered at once. */
const TOPICS = 120;
/** A little more than the height of a row. */
const ROW_PX = 60;

describe("the lists", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let ada: Person;
  let ben: Person;
  let page: Page;

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    ada = await server.member("Ada");
    ben = await server.member("Ben");
    for (const channel of ["launch", "design"]) {
      await ada.joins(channel);
      await ben.joins(channel);
    }
    await ada.call(readState.markAllAsRead, {});
    for (let n = 1; n <= TOPICS; n++) await ben.sends("launch", `Topic ${n}`, `Number ${n}.`);
    await ben.sends("design", "Night mode", "The red tint works.");
    await ben.sends("design", "Night mode", "On every screen.");
    await ben.sendsTo([ada], "Lunch?");
    const browser = await openBrowser(lifetime);
    page = await openWindow(lifetime, browser, `http://localhost:${server.port}`);
    await page.goto("/login/");
    await page.getByLabel("Email").fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === "/");
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  const main = () => page.getByRole("main");
  const row = (name: RegExp) => main().getByRole("link", { name });
  const heading = (name: string) => main().getByRole("heading", { name, exact: true });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const open = async (fragment: string, title: string) => {
    await page.goto(`/#${fragment}`);
    await heading(title).waitFor();
  };
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

  test("the Inbox has sections, and rows show their unread counts", async () => {
    await open("inbox", "Inbox");
    await heading("For you").waitFor();
    await row(/^Ben ?1 unread.*Lunch\?/).waitFor();
    await row(/^Night mode ?2 unread.*The red tint works\./).waitFor();
    await noViolations(page);
  });

  test("E marks a row as read, and the row stays in place with the same label", async () => {
    await row(/^Night mode/).focus();
    await page.keyboard.press("e");
    await main().locator("li.done", { hasText: "Night mode" }).waitFor();
    await until("it has the focus", async () => /^Night mode.*The red tint works\./.test(await focused()));
  });

  test("← collapses a channel, and Enter expands it", async () => {
    await page.keyboard.press("ArrowLeft");
    await row(/^Night mode/).waitFor({ state: "detached" });
    const isFolded = () => page.evaluate(() => document.activeElement?.getAttribute("aria-expanded") === "false");
    await until("the channel has the focus", isFolded);
    await page.keyboard.press("Enter");
    await row(/^Night mode/).waitFor();
    await until("the row has the focus", async () => /^Night mode/.test(await focused()));
  });

  test("typing a name filters the list, and Esc clears the filter", async () => {
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("searchbox", { name: "Filter by name" }).fill("topic 117");
    await row(/^Topic 116/).waitFor({ state: "detached" });
    await row(/^Topic 117/).waitFor();
    await page.keyboard.press("Escape");
    await row(/^Topic 116/).waitFor();
    await heading("Inbox").waitFor();
  });

  test("only the visible part of a long list is rendered, and the keys reach all of it", async () => {
    await row(/^Topic 120 /).focus();
    assert.ok((await main().getByRole("listitem").count()) < TOPICS / 2);
    await page.keyboard.press("End");
    await until("the last row has the focus", async () => (await focused()).endsWith("Number 1."));
    await page.keyboard.press("ArrowUp");
    await until("the row above has it", async () => (await focused()).endsWith("Number 2."));
    await row(/^Topic 120 /).waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await until("the first row has the focus", async () => (await focused()).startsWith("Ben"));
    await row(/^Topic 120 /).waitFor();
  });

  test("Back returns to the same place in the list, without the row that was read", async () => {
    await row(/^Topic 95 /).focus();
    const before = await page.evaluate(() => document.querySelector(".list")?.scrollTop ?? 0);
    assert.ok(before > 100);
    await page.keyboard.press("Enter");
    await heading("Topic 95").waitFor();
    await page.goBack();
    await heading("Inbox").waitFor();
    const apart = () =>
      page.evaluate((was) => Math.abs((document.querySelector(".list")?.scrollTop ?? 0) - was), before);
    await until("the list is where it was", async () => (await apart()) < ROW_PX);
  });

  test("Recent also shows read conversations, and T filters it", async () => {
    await page.keyboard.press("t");
    await heading("Recent").waitFor();
    await row(/^Night mode/).waitFor();
    await noViolations(page);
    await page.keyboard.press("t");
    await page.getByRole("searchbox", { name: "Filter by name" }).fill("night");
    await row(/^Topic 117/).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Direct", exact: true }).click();
    await row(/^Night mode/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Direct", exact: true }).click();
  });

  test("a channel's topics are a list of their own", async () => {
    const { stream_id } = await ada.call(channelReading.getChannelId, { stream: "design" });
    await open(`topics/channel/${stream_id}`, "design");
    await row(/^Night mode/).waitFor();
    await noViolations(page);
  });

  test("Enter opens a draft, and Backspace deletes it, which can be undone", async () => {
    const { stream_id } = await ada.call(channelReading.getChannelId, { stream: "design" });
    const draft = { type: "stream" as const, to: [stream_id], topic: "Night mode", content: "Half a thought" };
    await ada.call(drafts.createDrafts, { drafts: [draft] });
    await page.keyboard.press("d");
    await heading("Drafts").waitFor();
    await main().getByText("Half a thought").waitFor();
    await noViolations(page);
    await page.keyboard.press("j");
    await page.keyboard.press("Backspace");
    await main().getByText("Half a thought").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await main().getByText("Half a thought").waitFor();
    await page.locator("[data-list-row]").focus();
    await page.keyboard.press("Enter");
    await heading("Night mode").waitFor();
    const box = page.getByLabel("Write a message", { exact: true });
    await until("the text is in the field", async () => (await box.inputValue()) === "Half a thought");
  });

  test("texts that only this browser has are in the list, and can be opened and deleted", async () => {
    await ada.call(settings.updateSettings, { enable_drafts_synchronization: false });
    const box = page.getByLabel("Write a message", { exact: true });
    await box.fill("Kept here");
    await page.keyboard.press("Escape");
    await open("drafts", "Drafts");
    const kept = main().getByRole("button", { name: /^design › Night mode ?Only in this browser ?Kept here/ });
    await kept.waitFor();
    await page.getByRole("link", { name: /^Drafts, 1/ }).waitFor();
    await page.reload();
    await kept.waitFor();
    await noViolations(page);
    await kept.focus();
    await page.keyboard.press("Backspace");
    await main().getByText("No drafts.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await kept.press("Enter");
    await heading("Night mode").waitFor();
    await until("the text is in the field", async () => (await box.inputValue()) === "Kept here");
    await box.fill("");
    await ada.call(settings.updateSettings, { enable_drafts_synchronization: true });
  });

  test("a conversation says in which channel it is, wherever no heading does", async () => {
    await open("recent", "Recent");
    await row(/^Night mode design/).waitFor();
    await ben.sends("design", "Anchor", "@**Ada** look at this");
    await open("inbox", "Inbox");
    await row(/^Anchor (?:Followed )?design ?1 unread/).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await row(/^Topic 117 launch ?1 unread/).waitFor();
  });

  test("nothing scrolls sideways on the smallest screen", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [fragment, title] of [
      ["inbox", "Inbox"],
      ["recent", "Recent"],
      ["drafts", "Drafts"],
    ] as const) {
      await open(fragment, title);
      await until(`${fragment} fits`, fits);
      await noViolations(page);
    }
  });

  test("a page whose script could not be loaded is there on the second try", async () => {
    const [browser, storageState] = [page.context().browser(), await page.context().storageState()];
    // The service worker would have it already.
    const options = { baseURL: `http://localhost:${server.port}`, storageState, serviceWorkers: "block" } as const;
    const context = await browser?.newContext(options);
    assert.ok(context);
    const another = await context.newPage();
    let isCut = true;
    await another.route("**/assets/AlertWords-*.js", (route) => (isCut ? route.abort() : route.continue()));
    await another.goto("/#settings/alert-words");
    await another.getByText("Could not show this part.").waitFor();
    isCut = false;
    await another.getByRole("button", { name: "Try again" }).click();
    await another.getByRole("heading", { name: "Alert words", exact: true }).first().waitFor();
    await context.close();
  });
});
