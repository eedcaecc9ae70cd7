/** Finding messages and topics that the client has not loaded, filtering searches, and content from other sites. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { messageEditing, readState, settings } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { signsIn } from "./support/doors.ts";

const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

describe("finding", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let ada: Person;
  let ben: Person;
  let page: Page;
  /** An external site. */
  let elsewhere: string;
  const askedElsewhere: (string | undefined)[] = [];

  before(async () => {
    const site = createServer(({ headers: { cookie, referer, "user-agent": agent } }, response) => {
      askedElsewhere.push(cookie ?? referer ?? agent);
      response.setHeader("content-type", "image/gif").end(PICTURE);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    lifetime.after(() => {
      site.closeAllConnections();
      site.close();
    });
    elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

    const server = await newServer(lifetime, "sqlite");
    [ada, ben] = [await server.member("Ada"), await server.member("Ben")];
    for (const person of [ada, ben]) await person.joins("launch");
    await ben.joins("charts");
    await ben.sends("charts", "Old soundings", "From the year of the great tide.");
    await ben.sends("launch", "Harbour map", "Two seconds.");
    await ben.sends("launch", "Harbour map", "@**Ada** one second now.");
    await ada.call(readState.markAllAsRead, {});
    const address = `http://localhost:${server.port}`;
    page = await openWindow(lifetime, await openBrowser(lifetime), address, { loadsOnce: true });
    await signsIn(page, { email: ada.email, password: PASSWORD });
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  const opens = (fragment: string) => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  const message = (text: string) => page.getByRole("article").filter({ hasText: text });

  test("the palette lists the topics of a channel, even if none of their messages was loaded", async () => {
    await opens("#inbox");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("#charts > sound");
    await page.getByRole("option", { name: /Old soundings/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Old soundings" }).waitFor();
    await message("great tide").waitFor();
  });

  test("a search finds messages that mention a person, and messages before a date", async () => {
    await opens(`#narrow/mentions/${ada.id}`);
    await message("one second now").waitFor();
    assert.equal(await message("Two seconds").count(), 0);
    await opens(`#narrow/sender/${ben.id}/-date/2000-01-01`);
    await page
      .getByText(/^Nothing/)
      .first()
      .waitFor();
    await opens(`#narrow/sender/${ben.id}/-date/2100-01-01`);
    await message("Two seconds").waitFor();
  });

  test("/ searches from every view, by the beginning of a name and by address", async () => {
    const field = page.getByRole("combobox", { name: "Search messages" });
    await ben.call(settings.updateSettings, { email_address_visibility: 1 });
    for (const [view, typed] of [
      ["#inbox", "sender:be one"],
      ["#recent", `sender:${ben.email} one`],
      ["#channels/all", "from:ben one"],
    ] as const) {
      await opens(view);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("/");
      await field.fill(typed);
      await page.keyboard.press("Enter");
      await page.waitForURL(({ hash }) => hash.startsWith(`#narrow/sender/${ben.id}`) && hash.endsWith("/search/one"));
      await message("one second now").waitFor();
    }
  });

  test("a moved message says where it came from in a feed, and only that it was moved in its topic", async () => {
    const message_id = await ben.sends("launch", "Night mode", "The red tint works.");
    await opens("#feed");
    await message("red tint").waitFor();
    await ben.call(messageEditing.editMessage, { message_id, topic: "Dark mode", propagate_mode: "change_all" });
    await message("red tint").getByRole("button", { name: "moved from Night mode", exact: true }).waitFor();
    const [channelId] =
      /\d+/.exec((await page.getByRole("link", { name: "Dark mode" }).first().getAttribute("href")) ?? "") ?? [];
    await opens(`#narrow/channel/${channelId}-launch/topic/Dark.20mode`);
    await message("red tint").getByRole("button", { name: "moved", exact: true }).waitFor();
  });

  test("an image from another site is shown, and that site learns nothing about its readers", async () => {
    await ben.sends("launch", "Dark mode", `${elsewhere}/pier.gif`);
    const picture = page.getByRole("img", { name: "Image: pier.gif" });
    await picture.waitFor();
    // Images load when they come near the screen.
    const isDrawn = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await picture.scrollIntoViewIfNeeded();
    await until("the picture is drawn", isDrawn);
    assert.match((await picture.getAttribute("src")) ?? "", /^\/external_content\//);
    assert.equal(askedElsewhere.length, 1);
    assert.match(askedElsewhere[0] ?? "", /^ParleyMediaProxy\//);
  });

  test("the frame is there before any script and the other styles, and then the application", async () => {
    const context = await (page.context().browser() as Browser).newContext({
      storageState: await page.context().storageState(),
      serviceWorkers: "block",
    });
    const slow = await context.newPage();
    // It is at most 40 KB (`web/build/budget.test.ts`): less than a second on a line with 50 kB/s.
    const { promise: isPainted, resolve: paint } = Promise.withResolvers<void>();
    await slow.route(/\/assets\/(?!shell-)/, async (route) => {
      await isPainted;
      await route.continue();
    });
    await slow.goto(new URL("/#inbox", page.url()).href, { waitUntil: "commit" });
    await slow.getByText("Loading…").waitFor();
    const paints = "performance.getEntriesByName('first-contentful-paint').length";
    await until("it is painted", async () => (await slow.evaluate(paints)) === 1);
    paint();
    await slow.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await slow.getByText("Loading…").waitFor({ state: "detached" });
    await context.close();
  });
});
