/**
 * `npm run screenshots`: writes screenshots of each kind of screen, and of every page of the settings, to docs/screenshots/, from the
 * demo organization, at three widths, in light and dark. They show reviewers how a change looks. `npm run screenshots -- inbox
 * settings-profile` takes only those, `npm run screenshots -- settings` all pages of the settings.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drafts, presence, scheduledMessages, userStatus } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "./support/browser.ts";
import { type Lifetime, newInstallation, newNode } from "./support/server.ts";
import { until } from "./support/until.ts";
import { type Demo, openDemo } from "./web/support/demo.ts";
import { signsIn } from "./web/support/doors.ts";
import { fragmentFor, opensSettings, pages } from "./web/support/settings-pages.ts";

const FOLDER = fileURLToPath(import.meta.resolve("../docs/screenshots/"));
const SIZES = { wide: [1440, 900, 1], laptop: [1024, 768, 1], phone: [390, 844, 2] } as const;
const THEMES = ["light", "dark"] as const;
const MOST_BYTES = 120 * 1024;
const TOPIC = "vector tiles v3";

type Size = keyof typeof SIZES;

/** All, if none is named. */
const WANTED = process.argv.slice(2);
const isWanted = (name: string): boolean => WANTED.length === 0 || WANTED.includes(name);

/** What addresses are made of. */
type Named = Pick<Demo, "channelIds" | "userIds">;

interface Shot {
  readonly name: string;
  readonly fragment: string;
  /** Runs before the screenshot is taken. */
  readonly after?: (page: Page, size: Size) => Promise<void>;
}

function shotsOf({ channelIds, userIds }: Named): Shot[] {
  const engineering = `${channelIds.get("engineering")}-engineering`;
  const topic = `#narrow/channel/${engineering}/topic/${encodeURIComponent(TOPIC).replaceAll("%", ".")}`;
  const mei = userIds.get("Mei Tanaka");
  const opensPanel = async (page: Page, size: Size) =>
    size === "phone"
      ? page.locator(".title-details").click()
      : page.getByRole("button", { name: "Show details" }).click();
  return [
    { name: "inbox", fragment: "#inbox" },
    { name: "topic", fragment: topic },
    { name: "panel", fragment: topic, after: opensPanel },
    { name: "feed", fragment: "#feed" },
    { name: "channel", fragment: `#narrow/channel/${engineering}` },
    { name: "channels", fragment: "#channels/all" },
    { name: "mentions", fragment: "#narrow/is/mentioned" },
    { name: "invite", fragment: "#invite" },
    { name: "recent", fragment: "#recent" },
    { name: "direct", fragment: `#narrow/dm/${userIds.get("Priya Raman")}-Priya-Raman` },
    { name: "topics", fragment: `#topics/channel/${engineering}` },
    { name: "drafts", fragment: "#drafts" },
    { name: "scheduled", fragment: "#scheduled" },
    { name: "search", fragment: "#narrow/search/tiles" },
    { name: "person", fragment: `#user/${mei}` },
    { name: "channel-settings", fragment: `#channels/${engineering.replace("-", "/")}/general` },
    {
      name: "palette",
      fragment: "#inbox",
      after: async (page) => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("til");
      },
    },
    {
      name: "composer",
      // Not in the draft's conversation: the draft would grow with every screenshot.
      fragment: `#narrow/channel/${engineering}/topic/search.20ranking`,
      after: async (page) => {
        await page.getByRole("textbox", { name: "Write a message" }).focus();
        await page.keyboard.press("Control+a");
        await page.keyboard.type("Looks good to me. @m");
        await page.getByRole("option").first().waitFor();
      },
    },
    {
      name: "actions",
      fragment: topic,
      after: async (page) => {
        const message = page.getByRole("article").last();
        await message.focus();
        await page.keyboard.press("i");
      },
    },
    {
      name: "move",
      fragment: topic,
      after: async (page) => {
        await page.getByRole("article").last().focus();
        await page.keyboard.press("m");
        await page.getByRole("dialog").waitFor();
      },
    },
  ];
}

/** Adds what the demo's history lacks: someone is online, and there are drafts and scheduled messages. */
async function liven({ olivia, person, channelIds }: Demo): Promise<void> {
  const soon = Math.floor(Date.now() / 1000) + 5 * 3600;
  const engineering = channelIds.get("engineering") ?? 0;
  const [jonas, mei] = [await person("Jonas Lindqvist"), await person("Mei Tanaka")];
  for (const somebody of [jonas, mei]) await somebody.call(presence.updatePresence, { status: "active" });
  await olivia.call(userStatus.updateOwnStatus, { status_text: "Writing until 11:30" });
  const content =
    "@**Olivia Marsh** can this go out with the release on Monday, or does it wait for the Ridgeway pilot?";
  await jonas.sends("engineering", TOPIC, content);
  await olivia.call(drafts.createDrafts, {
    drafts: [
      {
        type: "stream",
        to: [engineering],
        topic: TOPIC,
        content: "Yes, take it into Monday’s release. I tell support.",
      },
      { type: "private", to: [mei.id], topic: "", content: "Shall we look at the legend together tomorrow?" },
    ],
  });
  await olivia.call(scheduledMessages.createScheduledMessage, {
    type: "channel",
    to: channelIds.get("announcements") as never,
    topic: "office hours",
    content: "Office hours move to **Thursday at 15:00** this week.",
    scheduled_delivery_timestamp: soon,
  });
}

async function take(page: Page, name: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  for (const quality of [85, 70, 55]) {
    const { data } = await line.send("Page.captureScreenshot", { format: "webp", quality });
    const picture = Buffer.from(data, "base64");
    if (picture.length > MOST_BYTES && quality !== 55) continue;
    await writeFile(join(FOLDER, `${name}.webp`), picture);
    break;
  }
  await line.detach();
}

async function settles(page: Page): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.waitForTimeout(700);
}

const contextAt = (browser: Browser, address: string, size: Size, colorScheme: (typeof THEMES)[number], more = {}) => {
  const [width, height, deviceScaleFactor] = SIZES[size];
  const hasTouch = size === "phone";
  const looks = { viewport: { width, height }, deviceScaleFactor, colorScheme, hasTouch, locale: "en-GB" };
  return browser.newContext({ baseURL: address, reducedMotion: "reduce", ...looks, ...more });
};

async function everyLook(does: (size: Size, theme: (typeof THEMES)[number]) => Promise<void>): Promise<void> {
  for (const size of Object.keys(SIZES) as Size[]) for (const theme of THEMES) await does(size, theme);
}

/** Screens before the application, or without an account. */
const OUTSIDE = ["visitor", "sign-in", "set-up"];

/** Named by their addresses: `#settings/profile` is `settings-profile`. */
const SETTINGS = pages.map(fragmentFor).map((fragment) => ({ fragment, name: fragment.slice(1).replaceAll("/", "-") }));

function demandKnown(): void {
  const inside = [...shotsOf({ channelIds: new Map(), userIds: new Map() }), ...SETTINGS].map(({ name }) => name);
  const known = [...inside, ...OUTSIDE, "settings"];
  const unknown = WANTED.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
}

async function takeAll(t: Lifetime): Promise<void> {
  demandKnown();
  if (WANTED.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await openBrowser(t);
  const demo = await openDemo(t);
  await liven(demo);
  const door = await browser.newContext({ baseURL: demo.address });
  const first = await door.newPage();
  await signsIn(first, { email: demo.olivia.email, password: demo.password });
  const storageState = await door.storageState();
  await door.close();

  await everyLook(async (size, theme) => {
    const context = await contextAt(browser, demo.address, size, theme, { storageState });
    for (const { name, fragment, after } of shotsOf(demo).filter((shot) => isWanted(shot.name))) {
      const page = await context.newPage();
      await page.goto(`/${fragment}`);
      await settles(page);
      await after?.(page, size);
      await page.waitForTimeout(300);
      await take(page, `${name}-${size}-${theme}`);
      await page.close();
    }
    await context.close();
  });

  await takeSettings(browser, demo, storageState);

  const outside = OUTSIDE.filter(isWanted);
  if (outside.length === 0) return;
  const empty = await newNode(await newInstallation(t, "sqlite"));
  await empty.start();
  const link = () => /http:\/\/\S+\/setup\/\?key=[\w-]+/.exec(empty.log)?.[0] ?? "";
  await until("the server has printed the link", () => link() !== "");
  await everyLook(async (size, theme) => {
    const context = await contextAt(browser, demo.address, size, theme);
    const page = await context.newPage();
    for (const [name, address] of [
      ["visitor", `/#narrow/channel/${demo.channelIds.get("open data")}-open-data`],
      ["sign-in", "/login/"],
      ["set-up", link()],
    ] as const) {
      if (!outside.includes(name)) continue;
      await page.goto(address);
      await settles(page);
      await take(page, `${name}-${size}-${theme}`);
    }
    await context.close();
  });
}

/** Every page that the navigation lists, one after another in one window for each look. */
async function takeSettings(browser: Browser, { address }: Demo, storageState: object): Promise<void> {
  const wanted = SETTINGS.filter(({ name }) => WANTED.includes("settings") || isWanted(name));
  if (wanted.length === 0) return;
  await everyLook(async (size, theme) => {
    const context = await contextAt(browser, address, size, theme, { storageState });
    const page = await context.newPage();
    await page.goto("/#settings");
    for (const { fragment, name } of wanted) {
      await opensSettings(page, fragment);
      await isDrawn(page);
      await take(page, `${name}-${size}-${theme}`);
    }
    await context.close();
  });
}

/** Pictures are there, and nothing moves. */
const isDrawn = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all([
      ...[...document.images].map((image) => image.decode().catch(() => {})),
      ...document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => {})),
    ]),
  );

const leaving: (() => unknown)[] = [];
try {
  await takeAll({ after: (leave) => leaving.push(leave) });
} finally {
  for (const leave of leaving.reverse()) await leave();
}
