/**
 * Every screen opens at its own URL, for members and for visitors. No screen has accessibility problems, in light or
 * dark. On the smallest phone every screen fits, and its controls are large enough. No screen logs errors or loads
 * anything from other sites.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messages } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import { type Demo, openDemo } from "./support/demo.ts";
import { signsIn } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

interface Screen {
  readonly fragment: string;
  /** The heading of the view, or of the dialog over it. */
  readonly title: string;
  /** The fragment after opening, when the URL is an old spelling or redirects. */
  readonly becomes?: string;
  /** No earlier screen is similar, so all of it is checked. */
  readonly isOwnKind?: true;
  /** Opened as a link from elsewhere: as the first screen of a page. */
  readonly isFirst?: true;
}

async function screensOf(demo: Demo): Promise<Screen[]> {
  const { olivia, channelIds, userIds } = demo;
  const id = (name: string) => channelIds.get(name) ?? 0;
  const [engineering, mei, jonas] = [id("engineering"), userIds.get("Mei Tanaka"), userIds.get("Jonas Lindqvist")];
  const topic = `#narrow/channel/${engineering}-engineering/topic/vector.20tiles.20v3`;
  const narrow = [{ operator: "channel", operand: "engineering" }];
  const { messages: said } = await olivia.call(messages.getMessages, { anchor: "oldest", num_after: 5, narrow });
  const message = said.at(-1) as unknown as { id: number; subject: string };
  const named = (fragment: string, title: string): Screen => ({ fragment, title });
  const another = (fragment: string, title: string): Screen => ({ fragment, title, isOwnKind: true });
  const first = (fragment: string, title: string): Screen => ({ ...another(fragment, title), isFirst: true });
  const direct = (fragment: string, title: string): Screen => ({ fragment, title, isFirst: true });
  const search = (terms: string, words: string) => named(`#narrow/${terms}`, `Search: ${words}`);
  return [
    { fragment: "", title: "Inbox", becomes: "#inbox", isOwnKind: true, isFirst: true },
    first("#recent", "Recent"),
    first("#feed", "Combined feed"),
    { fragment: "#recent_topics", title: "Recent", becomes: "#recent" },
    { fragment: "#all_messages", title: "Combined feed", becomes: "#feed" },
    first(`#narrow/channel/${engineering}-engineering`, "engineering"),
    named(`#narrow/stream/${engineering}-engineering`, "engineering"),
    named("#narrow/channel/engineering", "engineering"),
    first(`#topics/channel/${engineering}-engineering`, "engineering"),
    first(topic, "vector tiles v3"),
    named(`#narrow/channel/${id("watercooler")}-watercooler/topic/`, "general chat"),
    direct(`#narrow/channel/${engineering}-engineering/topic/x/with/${message.id}`, message.subject),
    direct(`${topic}/near/${message.id}`, "vector tiles v3"),
    first(`#narrow/dm/${mei}-Mei-Tanaka`, "Mei Tanaka"),
    named(`#narrow/pm-with/${mei},${jonas}-group`, "Jonas Lindqvist and Mei Tanaka"),
    first("#narrow/is/mentioned", "Mentions"),
    direct("#narrow/is/starred", "Starred"),
    named("#narrow/is/dm", "All direct messages"),
    named("#narrow/is/unread", "Unread"),
    named("#narrow/is/followed", "Followed topics"),
    named("#narrow/is/resolved", "Resolved topics"),
    named("#narrow/is/alerted", "Alert words"),
    named("#narrow/is/muted", "Muted"),
    named("#narrow/has/reaction/sender/me", "Reactions"),
    search("has/image", "has an image"),
    search("has/link", "has a link"),
    search("has/attachment", "has an attachment"),
    search(`sender/${mei}`, "from Mei Tanaka"),
    search(`dm-including/${mei}`, "direct messages that include Mei Tanaka"),
    search(`mentions/${mei}`, "mentions Mei Tanaka"),
    first("#narrow/search/tiles", "Search: “tiles”"),
    search("channels/public/search/tiles", "in all public channels “tiles”"),
    search(`-sender/${mei}/search/tiles`, "not from Mei Tanaka “tiles”"),
    search(`id/${message.id}`, `message ${message.id}`),
    first("#drafts", "Drafts"),
    first("#scheduled", "Scheduled"),
    first("#reminders", "Reminders"),
    first("#channels/all", "Channels"),
    first(`#user/${mei}`, "Mei Tanaka"),
    first("#invite", "Invite people"),
    named("#about-zulip", "About Parley"),
    another("#keyboard-shortcuts", "Keyboard shortcuts"),
    another("#message-formatting", "Message formatting"),
    another("#search-operators", "Search operators"),
    another("#about-parley", "About Parley"),
  ];
}

/** Opens the URL as a link from elsewhere does, in a fresh page. */
async function opens(page: Page, { fragment, title }: Screen): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/${fragment}`);
  await page.getByRole("heading", { name: title, exact: true }).first().waitFor();
}

/** Navigates to the URL in the same page. Every view is drawn anew, so the headings of the last one are gone. */
async function goesTo(page: Page, { fragment, title }: Screen): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll("h1, h2")) heading.setAttribute("data-before", "");
  });
  await page.goto(`/${fragment}`);
  const heading = page.getByRole("heading", { name: title, exact: true });
  await heading.and(page.locator(":not([data-before])")).first().waitFor();
}

/** Waits until everything has loaded: messages, images, scripts of other views. */
const settles = (page: Page) => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });

test("every screen", async (t) => {
  const demo = await openDemo(t);
  const browser = await openBrowser(t);
  const page = await openWindow(t, browser, demo.address);
  await signsIn(page, { email: demo.olivia.email, password: demo.password });
  const screens = await screensOf(demo);

  for (const screen of screens)
    await t.test(`${screen.fragment || "the bare address"} opens ${screen.title}`, async () => {
      await (screen.isFirst ? opens : goesTo)(page, screen);
      if (screen.becomes !== undefined) assert.equal(new URL(page.url()).hash, screen.becomes);
      if (!screen.isOwnKind) return;
      await settles(page);
      // The sidebar is the same on all of them.
      await noViolations(page, { without: screen.fragment === "" ? [] : [".side"] });
    });

  await t.test("an unknown URL opens the home view and says so", async () => {
    await opens(page, { fragment: "#nonsense/at/all", title: "Inbox" });
    await page.getByText("That link does not lead anywhere here.").waitFor();
    assert.equal(new URL(page.url()).hash, "#inbox");
  });

  await t.test("a channel that does not exist says so", async () => {
    await page.goto("/#narrow/channel/9999-gone");
    await page.getByText("This conversation does not exist, or you do not have access.").waitFor();
    await noViolations(page);
  });

  await t.test("on the smallest phone", async (phones) => {
    const phone = await openWindow(t, browser, demo.address, { device: SMALLEST_PHONE });
    await phone.context().addCookies(await page.context().cookies());
    await phone.goto("/");
    for (const screen of screens.filter(({ isOwnKind }) => isOwnKind))
      await phones.test(`${screen.title} fits, and its controls are large enough to touch`, async () => {
        await goesTo(phone, screen);
        await settles(phone);
        await fitsAPhone(phone);
      });
  });

  await t.test("a visitor reads web-public content, and is asked to sign in for the rest", async () => {
    const visitor = await openWindow(t, browser, demo.address);
    const open = demo.channelIds.get("open data");
    await opens(visitor, { fragment: `#narrow/channel/${open}-open-data`, title: "open data" });
    await visitor.getByText("You are reading without an account. Sign in to take part.").waitFor();
    await settles(visitor);
    await noViolations(visitor);
    await goesTo(visitor, { fragment: "#recent", title: "Recent" });
    await visitor.getByRole("main").getByText("water sources").first().waitFor();
    assert.equal(
      await visitor
        .getByRole("navigation")
        .getByRole("link", { name: /Inbox|Drafts|Mentions/ })
        .count(),
      0,
    );
    await noViolations(visitor);
    await visitor.goto("about:blank");
    await visitor.goto("/#narrow/is/starred");
    await visitor.waitForURL(/\/login\//);
    await visitor.getByLabel("Email").fill(demo.olivia.email);
    await visitor.getByLabel("Password", { exact: true }).fill(demo.password);
    await visitor.keyboard.press("Enter");
    await visitor.getByRole("heading", { name: "Starred", exact: true }).waitFor();
  });
});
