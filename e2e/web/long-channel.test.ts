/**
 * A long channel in a real browser: history comes in, page after page, above the text that is being read, with images and
 * fonts that arrive later still. The text stays where it is.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { channelReading, uploads } from "@parley/server/contract";
import type { Page, Route } from "playwright-core";
import { picture } from "../../server/src/messages/uploads/testing.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { signsIn } from "./support/doors.ts";

const MANY = 1200;
const AT_ONCE = 20;
const CHANNEL = "archive";

async function imageOf(person: Person, width: number, height: number): Promise<string> {
  const { url } = await person.connection.call(uploads.uploadFile, {}, { file: await picture(width, height) });
  return `[picture](${url})`;
}

/** Everything whose height cannot be guessed. */
function textOf(n: number, images: readonly string[]): string {
  switch (n % 12) {
    case 3:
      return `Number ${n}\n\nand a second paragraph, ${"which is long enough to be broken into several lines, ".repeat(n % 5)}`;
    case 5:
      return `Number ${n}\n${images[n % images.length]}`;
    case 7:
      return `Number ${n}\n\`\`\`\n${"line of code\n".repeat(n % 9)}\`\`\``;
    case 9:
      return `Number ${n}: $$\\frac{${n}}{\\sum_{i=1}^{n} i}$$`;
    case 11:
      return `Number ${n}\n| one | two |\n|---|---|\n| three | four |`;
    default:
      return `Number ${n}`;
  }
}

/** Requests that wait until they are let go. */
class HeldRequests {
  #waiting: (() => void)[] = [];
  #isHolding = false;

  readonly hold = async (route: Route): Promise<void> => {
    if (this.#isHolding) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    // The page may have stopped asking.
    await route.continue().catch(() => {});
  };

  start(): void {
    this.#isHolding = true;
  }

  release(): void {
    this.#isHolding = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The first message whose text begins on the screen, and how many messages are known before it. */
interface SeenAnchor {
  readonly key: string;
  readonly position: number;
}

const anchorIn = (page: Page): Promise<SeenAnchor | undefined> =>
  page.evaluate(() => {
    const top = document.querySelector(".log")?.getBoundingClientRect().top ?? 0;
    for (const row of document.querySelectorAll<HTMLElement>(".log-row[data-key]")) {
      const text = row.querySelector("[data-text]");
      const position = Number(row.querySelector("article")?.getAttribute("aria-posinset"));
      if (text && text.getBoundingClientRect().top > top) return { key: row.dataset.key ?? "", position };
    }
    return undefined;
  });

/**
 * Notes the anchor's place in every frame as it is painted: a jump that is corrected later is still a jump. Sizes change
 * before the frame's callbacks and the log corrects its position when they are observed, so that the place is read by
 * an observer that was made after the log's, of an element whose size changes in every frame.
 */
const watch = (page: Page, key: string) =>
  page.evaluate((anchor) => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const isWatching = () => (window as unknown as { tops: number[] }).tops === tops;
    const changing = document.body.appendChild(document.createElement("div"));
    changing.style.position = "fixed";
    const observer = new ResizeObserver(() => {
      const text = document.querySelector(`.log-row[data-key="${anchor}"] [data-text]`);
      tops.push(text ? text.getBoundingClientRect().top : Number.NaN);
    });
    observer.observe(changing);
    const change = () => {
      changing.style.height = `${(tops.length % 2) + 1}px`;
      if (isWatching()) requestAnimationFrame(change);
      else {
        observer.disconnect();
        changing.remove();
      }
    };
    change();
  }, key);

const frames = (page: Page, count: number) =>
  page.evaluate(async (many) => {
    for (let n = 0; n < many; n++) await new Promise(requestAnimationFrame);
  }, count);

async function scrollsUp(page: Page): Promise<boolean> {
  const scrollTop = (top?: number) =>
    page.evaluate((wanted) => {
      const log = document.querySelector(".log") as HTMLElement;
      if (wanted !== undefined) log.scrollTop = wanted;
      return log.scrollTop;
    }, top);
  await scrollTop(200);
  await frames(page, 6);
  return (await scrollTop()) < 600;
}

const positionOf = async (page: Page, key: string): Promise<number> =>
  Number(await page.locator(`.log-row[data-key="${key}"] article`).getAttribute("aria-posinset"));

const isAtBeginning = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const first = document.querySelector(".log-row[data-index='0'] [data-text]");
    return /\bNumber 1\b/.test(first?.textContent ?? "");
  });

test("the text that is read stays in place while the history of a long channel comes in", async (t) => {
  const server = await newServer(t, "sqlite");
  const olivia = server.owner as Person;
  await olivia.joins(CHANNEL);
  const { stream_id: channelId } = await olivia.call(channelReading.getChannelId, { stream: CHANNEL });
  const images = await Promise.all([imageOf(olivia, 400, 300), imageOf(olivia, 90, 900), imageOf(olivia, 1600, 200)]);
  let newest = 0;
  for (let n = 1; n <= MANY; n += AT_ONCE) {
    const ids = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, MANY - n + 1) }, (_, at) =>
        olivia.sends(CHANNEL, `Topic ${Math.floor((n + at) / 50)}`, textOf(n + at, images)),
      ),
    );
    newest = Math.max(newest, ...ids);
  }

  const page = await openWindow(t, await openBrowser(t), `http://localhost:${server.port}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signsIn(page, { email: olivia.email, password: PASSWORD });
  const [history, late] = [new HeldRequests(), new HeldRequests()];
  await page.route("**/json/messages?*", history.hold);
  await page.route(/\/user_uploads\/thumbnail\/|\.woff2/, late.hold);
  // What is known already is shown before that, and the log goes to the linked message when it comes.
  const opened = page.waitForResponse("**/json/messages?*");
  await page.goto(`/#narrow/channel/${channelId}-${CHANNEL}/near/${newest}`);
  await opened;
  await page.locator(".log-row article").first().waitFor();

  let pages = 0;
  for (; pages < 30 && !(await isAtBeginning(page)); pages++) {
    history.start();
    late.start();
    // While the log is being opened, it goes back to the linked message.
    await until("it is scrolled up", () => scrollsUp(page));
    const anchor = await anchorIn(page);
    assert.ok(anchor, `page ${pages}: something is on the screen`);
    await watch(page, anchor.key);
    await frames(page, 2);
    history.release();
    const hasArrived = async () =>
      (await positionOf(page, anchor.key)) > anchor.position || (await isAtBeginning(page));
    await until(`page ${pages + 1} of the history is there`, hasArrived);
    await frames(page, 10);
    // What was drawn without them has them now.
    late.release();
    await frames(page, 20);
    const tops = (await page.evaluate("tops")) as number[];
    const moved = Math.max(...tops) - Math.min(...tops);
    assert.ok(moved <= 1, `page ${pages + 1}: message ${anchor.key} moved by ${moved} px`);
  }
  assert.ok(pages >= 3, `the history came in ${pages} pages`);
  assert.ok(await isAtBeginning(page), "all of it");
});
