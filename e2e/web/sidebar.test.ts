/** The sidebar, the palette and the navigation keys, in a browser. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readState } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";

describe("the sidebar", () => {
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
    // Welcome messages would add to the unread counts.
    await ada.call(readState.markAllAsRead, {});
    await ben.sends("launch", "Beta 4 freeze", "Monday at six.");
    await ben.sends("launch", "Harbour map", "Two seconds.");
    await ben.sends("launch", "Harbour map", `@**Ada** one second now.`);
    await ben.sends("design", "Night mode", "The red tint works.");
    await ben.sendsTo([ada], "Lunch?");
    const browser = await openBrowser(lifetime);
    page = await openWindow(lifetime, browser, `http://localhost:${server.port}`);
    await page.goto("/login/");
    await page.getByLabel("Email").fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === "/");
    await sidebar().waitFor();
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  const sidebar = () => page.getByRole("navigation", { name: "Views and conversations" });
  const row = (name: string | RegExp) => sidebar().getByRole("link", { name, exact: typeof name === "string" });
  const menuItem = (name: string) => page.getByRole("menuitem", { name });
  const isAt = (pattern: RegExp) => page.waitForURL(({ hash }) => pattern.test(hash));

  /** Goes to the Inbox, with nothing open over it and the pointer elsewhere. */
  async function begin(): Promise<void> {
    await page.mouse.move(700, 400);
    await page.evaluate("location.hash = '#inbox'");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  }

  test("views, direct messages, channels and their topics show exact counts", async () => {
    await begin();
    await row("Inbox, 5 unread").waitFor();
    await row("Mentions, 1 unread").waitFor();
    await row("Ben, 1 unread").waitFor();
    await row("launch, 3 unread, with a mention of you").waitFor();
    await row("Harbour map, 2 unread, with a mention of you").waitFor();
    await row("Beta 4 freeze, 1 unread").waitFor();
    assert.equal(await row(/^Inbox/).getAttribute("aria-current"), "page");
    await ben.sends("design", "Night mode", "And the pier list.");
    await row("Night mode, 2 unread").waitFor();
    await row("Inbox, 6 unread").waitFor();
    await noViolations(page);
  });

  test("keys lead to the next unread conversation, to the views, back, and home", async () => {
    await begin();
    await page.keyboard.press("p");
    await isAt(/^#narrow\/dm\//);
    await page.keyboard.press("Shift+I");
    await isAt(/^#inbox$/);
    await page.keyboard.press("t");
    await isAt(/^#recent$/);
    await page.keyboard.press("a");
    await isAt(/^#feed$/);
    await page.keyboard.press("*");
    await isAt(/^#narrow\/is\/starred$/);
    await page.keyboard.press("d");
    await isAt(/^#drafts$/);
    await page.keyboard.press("d");
    await isAt(/^#narrow\/is\/starred$/);
    await page.keyboard.press("Alt+ArrowLeft");
    await isAt(/^#feed$/);
    await page.keyboard.press("Escape");
    await isAt(/^#inbox$/);
    await page.keyboard.press("n");
    await isAt(/^#narrow\//);
  });

  test("a name filters everything, the arrow key enters the list, and Enter opens the first", async () => {
    await begin();
    await page.keyboard.press("q");
    await page.keyboard.type("night");
    await row(/^Night mode/).waitFor();
    await row(/^launch/).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.keyboard.press("q");
    await page.getByLabel("Filter by name").fill("nothing at all");
    await page.getByText("No matches").waitFor();
    await page.getByLabel("Filter by name").fill("laun");
    await page.keyboard.press("Enter");
    await isAt(/^#narrow\/channel\/\d+-launch\/topic\/Harbour\.20map$/);
  });

  test("collapsed sections stay collapsed after a reload", async () => {
    await begin();
    const heading = sidebar().getByRole("button", { name: /^Direct messages/ });
    await heading.click();
    await row(/^Ben/).waitFor({ state: "detached" });
    await page.reload();
    await heading.waitFor();
    assert.equal(await heading.getAttribute("aria-expanded"), "false");
    await heading.click();
    await row(/^Ben/).waitFor();
  });

  test("a channel is muted and pinned from its menu, and both are undone", async () => {
    await begin();
    await row(/^design/).click({ button: "right" });
    await menuItem("Mute").click();
    await page.getByText("design is muted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row(/^design/).click({ button: "right" });
    await menuItem("Pin to the top").click();
    await sidebar()
      .getByRole("group", { name: "Pinned" })
      .getByRole("link", { name: /^design/ })
      .waitFor();
    // Undo is offered when the server has answered, which may be after its event.
    await page.getByText("design is pinned.").waitFor();
    await page.keyboard.press("Control+z");
    await sidebar().getByRole("group", { name: "Pinned" }).waitFor({ state: "detached" });
  });

  test("a topic is marked as read, and as unread again", async () => {
    await begin();
    await row(/^Beta 4 freeze/).hover();
    await sidebar().getByRole("button", { name: "More options for Beta 4 freeze" }).click();
    await menuItem("Mark as read").click();
    await page.getByText("Marked 1 message as read.").waitFor();
    await row("launch, 2 unread, with a mention of you").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row("launch, 3 unread, with a mention of you").waitFor();
  });

  test("views are pinned and moved to More", async () => {
    await begin();
    await sidebar().getByRole("button", { name: "More", exact: true }).click();
    await row(/^Starred/).click({ button: "right" });
    await menuItem("Pin to sidebar").click();
    await page.getByText("Starred is pinned.").waitFor();
    await sidebar().getByRole("button", { name: "Fewer" }).click();
    await row(/^Starred/).waitFor();
    await row(/^Starred/).click({ button: "right" });
    await menuItem("Move to More").click();
    await row(/^Starred/).waitFor({ state: "detached" });
  });

  test("the palette leads everywhere and back", async () => {
    await begin();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    await field.fill("harb");
    const option = page.getByRole("option", { name: /Harbour map/, selected: true });
    await option.waitFor();
    assert.equal(await field.getAttribute("aria-activedescendant"), await option.getAttribute("id"));
    await noViolations(page);
    await page.keyboard.press("Enter");
    await isAt(/topic\/Harbour/);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Enter");
    await isAt(/^#inbox$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type(">recent conv");
    await page.keyboard.press("Enter");
    await isAt(/^#recent$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tides");
    await page.keyboard.press("Control+Enter");
    await isAt(/^#narrow\/search\/tides$/);
  });

  test("the keyboard help, the menus and the card open without accessibility problems", async () => {
    await begin();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await noViolations(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.getByRole("menu", { name: "Organization menu" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await menuItem("Your profile").click();
    await page.getByRole("dialog", { name: "Ada" }).waitFor();
    await noViolations(page);
    await page.keyboard.press("Escape");
    await page.goto(`/#user/${ben.id}`);
    await page.getByRole("dialog", { name: "Ben" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a status is set, and appears at the foot", async () => {
    await begin();
    await page.keyboard.press("Shift+Y");
    await page.getByLabel("Status text").fill("Writing until 11:30");
    await page.getByRole("button", { name: "Set status" }).click();
    await sidebar().getByText("Writing until 11:30").waitFor();
  });

  test("on a phone there are tabs, a conversation covers them, and nothing scrolls sideways", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await begin();
    const tabs = page.getByRole("navigation", { name: "Tabs" });
    await tabs.getByRole("button", { name: "Channels" }).click();
    await page.getByRole("heading", { level: 1, name: "Channels" }).waitFor();
    await noViolations(page);
    await page.getByRole("link", { name: /^Night mode/ }).click();
    await isAt(/Night/);
    await tabs.waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Channels" }).waitFor();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test("below 1200 px the panel slides over the view, and Esc closes it", async () => {
    await page.setViewportSize({ width: 1024, height: 720 });
    await begin();
    await page.evaluate("location.hash = '#feed'");
    await isAt(/feed/);
    await page.keyboard.press("]");
    const panel = page.getByRole("complementary", { name: "Details" });
    await panel.getByRole("tab", { name: "People" }).click();
    await panel.getByRole("button", { name: /^Ben/ }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await isAt(/feed/);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});
