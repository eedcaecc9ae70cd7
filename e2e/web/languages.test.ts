/** The interface in other languages: chosen by people, written from right to left, and with longer texts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { settings } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { en } from "../../web/src/text/en/index.ts";
import { channelTexts } from "../../web/src/text/en/index-channels.ts";
import { laterTexts } from "../../web/src/text/en/index-later.ts";
import { settingsTexts } from "../../web/src/text/en/index-settings.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import { openDemo } from "./support/demo.ts";
import { signsIn } from "./support/doors.ts";
import { fragmentFor, opensSettings, pages } from "./support/settings-pages.ts";
import { fitsAPhone, SMALLEST_PHONE, staysInside } from "./support/touch.ts";

const VIEWS = ["#inbox", "#recent", "#drafts", "#channels/all"];
const SCREENS = [...VIEWS, "#settings/preferences", "#settings/notifications"];
/** Of messages: what people can touch in them does not depend on the language. */
const LOGS = ["#feed", "#narrow/is/mentioned", "#narrow/is/starred", "#narrow/search/tiles"];

const settles = (page: Page) => page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
const shownIn = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

async function opens(page: Page, fragment: string): Promise<void> {
  await page.goto(`/${fragment}`);
  await page.locator("main h1, main h2").first().waitFor();
  await settles(page);
}

/** The window changes its size while the screen is open. */
async function fitsWider(page: Page): Promise<void> {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(isWider, false, `${new URL(page.url()).hash} at ${width}`);
  }
  await page.setViewportSize(SMALLEST_PHONE.viewport);
}

/** The script with the German texts. */
function germanScript(): string {
  const manifest = readFileSync(join(import.meta.dirname, "../../web/dist/.vite/manifest.json"), "utf8");
  return (JSON.parse(manifest) as Record<string, { file: string }>)["src/text/de/index.ts"]?.file as string;
}

const ACCENTED: Readonly<Record<string, string>> = { a: "å", e: "é", i: "ï", o: "ö", u: "ü", c: "ç", n: "ñ" };

/** Letters with accents, and a third more. */
const lengthened = (text: string): string =>
  text.replace(/[aeioucn]/g, (letter) => ACCENTED[letter] ?? letter) +
  " ~~~".repeat(Math.ceil(text.trim().length / 12));

function pseudo(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: lengthened(element.value) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: pseudo(value) }]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

/** All English texts, made longer, as a script that exports them. */
function longerTexts(): string {
  const areas = Object.entries({ ...en, ...laterTexts, ...settingsTexts, ...channelTexts }).map(([area, texts]) => [
    area,
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        pseudo(parse(text, { ignoreTag: true, captureLocation: false })),
      ]),
    ),
  ]);
  return `export const texts = ${JSON.stringify(Object.fromEntries(areas))};`;
}

test("languages", async (t) => {
  const demo = await openDemo(t);
  const browser = await openBrowser(t);
  const { olivia, address, password } = demo;
  const chooses = (default_language: string) => olivia.call(settings.updateSettings, { default_language });
  const page = await openWindow(t, browser, address);
  await signsIn(page, { email: olivia.email, password });

  await t.test("a language that is chosen is shown at once, and after a reload", async () => {
    await opens(page, "#settings/preferences");
    await page.getByLabel("Language", { exact: true }).selectOption({ label: "Deutsch" });
    await page.getByLabel("Sprache", { exact: true }).waitFor();
    assert.deepEqual(await shownIn(page), ["de", "ltr"]);
    await page.reload();
    await page.getByLabel("Sprache", { exact: true }).waitFor();
    await chooses("zh-hans");
    await page.getByLabel("语言", { exact: true }).waitFor();
  });

  await t.test("Arabic is written from right to left, without accessibility problems", async () => {
    await chooses("ar");
    await page.waitForFunction(() => document.documentElement.dir === "rtl");
    for (const fragment of SCREENS) {
      await opens(page, fragment);
      await noViolations(page);
    }
  });

  await t.test("Arabic fits the smallest phone", async () => {
    const phone = await openWindow(t, browser, address, { device: SMALLEST_PHONE, loadsOnce: true });
    await phone.context().addCookies(await page.context().cookies());
    for (const fragment of SCREENS) {
      await opens(phone, fragment);
      await fitsAPhone(phone);
    }
  });

  await t.test("texts that are a third longer fit every width", async () => {
    await chooses("de");
    const phone = await openWindow(t, browser, address, { device: SMALLEST_PHONE, loadsOnce: true });
    await phone.context().addCookies(await page.context().cookies());
    await phone.route(`**/${germanScript()}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: longerTexts() }),
    );
    const engineering = `${demo.channelIds.get("engineering")}-engineering`;
    const views = [...VIEWS, "#scheduled", "#invite", `#topics/channel/${engineering}`];
    const logs = [...LOGS, `#narrow/channel/${engineering}`];
    await opens(phone, VIEWS[0] as string);
    await phone.getByText("~~").first().waitFor();
    for (const fragment of [...views, ...logs]) {
      await opens(phone, fragment);
      await (logs.includes(fragment) ? staysInside : fitsAPhone)(phone);
      await fitsWider(phone);
    }
    for (const page of pages) {
      await opensSettings(phone, fragmentFor(page));
      await fitsAPhone(phone);
      await fitsWider(phone);
    }
  });

  await t.test("a language that cannot be loaded is replaced by English", async () => {
    const window = await openWindow(t, browser, address, {
      tolerates: /Failed to fetch|ERR_FAILED|dynamically imported/,
      loadsOnce: true,
    });
    await window.context().addCookies(await page.context().cookies());
    await window.route(`**/${germanScript()}`, (route) => route.abort());
    await opens(window, "#inbox");
    assert.deepEqual(await shownIn(window), ["en-GB", "ltr"]);
    await window.getByRole("heading", { name: "Inbox", exact: true }).waitFor();
  });
});
