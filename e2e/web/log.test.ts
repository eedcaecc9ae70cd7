/**
 * Reading in a real browser: where a message log opens, that it never jumps, and that it marks only messages that were
 * on screen as read.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { channelReading, messages, readState } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";

const MANY = 240;
const READ = 180;
const TOPIC = "Beta freeze";

interface LogScene {
  readonly server: Server;
  readonly olivia: Person;
  readonly ben: Person;
  readonly channelId: number;
  /** Message ids of the long topic, ascending. */
  readonly ids: readonly number[];
}

/** Ben has sent many messages, and Olivia has read most of them. */
async function stage(t: Parameters<typeof newServer>[0]): Promise<LogScene> {
  const server = await newServer(t, "sqlite");
  const olivia = server.owner as Person;
  const ben = await server.member("Ben");
  await olivia.joins("launch");
  await ben.joins("launch");
  const { stream_id: channelId } = await olivia.call(channelReading.getChannelId, { stream: "launch" });
  const ids: number[] = [];
  for (let n = 1; n <= MANY; n++) {
    // Messages of different heights and senders, so that no height can be guessed.
    const lines = n % 7 === 0 ? "\n\nand a second paragraph that is there to be high".repeat(n % 3) : "";
    const writer = n % 4 === 0 ? olivia : ben;
    ids.push(await writer.sends("launch", TOPIC, `Number ${n}${lines}`));
  }
  await flag(olivia, ids.slice(0, READ), "add");
  await flag(olivia, ids.slice(READ), "remove");
  return { server, olivia, ben, channelId, ids };
}

const flag = (person: Person, ids: readonly number[], op: "add" | "remove") =>
  person.call(readState.updateMessageFlags, { messages: [...ids], op, flag: "read" });

async function unreadIds({ olivia, ids }: LogScene): Promise<number[]> {
  const narrow = [
    { operator: "channel", operand: "launch" },
    { operator: "topic", operand: TOPIC },
    { operator: "is", operand: "unread" },
  ];
  const found = await olivia.call(messages.getMessages, { anchor: "newest", num_before: 1000, narrow });
  return found.messages.map(({ id }) => id).filter((id) => ids.includes(id));
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email").fill("olivia@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
}

const log = (page: Page) => page.getByRole("feed");
const row = (page: Page, id: number) => page.locator(`.log-row[data-key="${id}"]`);

/** How far a message's text is below the top of the log; `undefined` when it is not in the document. */
const topOf = (page: Page, id: number): Promise<number | undefined> =>
  page.evaluate((key) => {
    const feed = document.querySelector(".log");
    const text = document.querySelector(`.log-row[data-key="${key}"] [data-text]`);
    return feed && text ? text.getBoundingClientRect().top - feed.getBoundingClientRect().top : undefined;
  }, id);

/** The messages whose ends are on screen. */
const seen = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const view = (document.querySelector(".log") as HTMLElement).getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(".log-row")].flatMap((each) => {
      const end = each.querySelector(".msg")?.getBoundingClientRect().bottom ?? 0;
      return end > view.top && end <= view.bottom + 1 ? [Number(each.dataset.key)] : [];
    });
  });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((px) => {
    (document.querySelector(".log") as HTMLElement).scrollTop = px;
  }, top);

const isNear = (a: number | undefined, b: number | undefined, px = 1) =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= px;

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test("reading a topic", async (t) => {
  const here = await stage(t);
  const { server, ben, ids, channelId } = here;
  const page = await openWindow(t, await openBrowser(t), `http://localhost:${server.port}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  const address = `/#narrow/channel/${channelId}-launch/topic/Beta.20freeze`;
  const idAt = (index: number) => ids[index] as number;

  await t.test("a link to a later message of the open topic leads there, even if it is not loaded", async () => {
    await page.goto(`${address}/near/${idAt(10)}`);
    await row(page, idAt(10)).waitFor();
    await page.evaluate(`location.hash = ${JSON.stringify(`${address}/near/${idAt(120)}`.slice(1))}`);
    const linked = row(page, idAt(120)).getByRole("article");
    await linked.waitFor();
    await until("it has the focus", () => linked.evaluate((element) => element === document.activeElement));
    assert.ok((await seen(page)).includes(idAt(120)));
    await page.goBack();
    await until("Back leads to the first one", async () => (await seen(page)).includes(idAt(10)));
  });

  await t.test("a link to a message opens there with the cursor, and marks nothing as read", async () => {
    await page.goto(`${address}/near/${idAt(100)}`);
    const linked = row(page, idAt(100)).getByRole("article");
    await linked.waitFor();
    await linked.locator(".msg.cursor").waitFor();
    await until("it has the focus", () => linked.evaluate((element) => element === document.activeElement));
    const top = await topOf(page, idAt(100));
    assert.ok(top !== undefined && top > 100 && top < 600, `it stands at ${top}`);
    await page.waitForTimeout(1800);
    assert.equal((await unreadIds(here)).length, MANY - READ);
  });

  await t.test("it opens at the first unread message, with the unread line a quarter down the screen", async () => {
    await page.goto("/#inbox");
    await page.goto(address);
    const rule = page.getByRole("separator", { name: `${MANY - READ} unread messages` });
    await rule.waitFor();
    await until("the rule stands a quarter down", async () => {
      const [ruleBox, logBox] = [await rule.boundingBox(), await log(page).boundingBox()];
      return ruleBox !== null && logBox !== null && Math.abs((ruleBox.y - logBox.y) / logBox.height - 0.25) < 0.02;
    });
    assert.equal(await page.getByText(`${MANY - READ} new`, { exact: true }).count(), 1);
  });

  await t.test("only messages that were on screen are marked as read", async () => {
    const onScreen = (await seen(page)).filter((id) => id >= idAt(READ));
    assert.ok(onScreen.length > 2);
    const left = ids.slice(READ).filter((id) => !onScreen.includes(id));
    await until("they are marked", async () => (await unreadIds(here)).length <= left.length);
    await page.waitForTimeout(1500);
    assert.deepEqual(await unreadIds(here), left);
  });

  await t.test("few messages are in the document", async () => {
    for (const top of [200, 3000, 6000, 0]) {
      await scrollTo(page, top);
      await settled(page);
      const count = await page.getByRole("article").count();
      assert.ok(count > 5 && count <= 80, `${count} at ${top}`);
    }
  });

  await t.test("older messages load without moving the text that is being read", async () => {
    await page.goto(`${address}/near/${idAt(READ)}`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Requests for older messages wait, whenever they are sent.
    await page.route("**/json/messages?*", async (route) => {
      if (new URL(route.request().url()).searchParams.get("num_after") === "0") await held;
      await route.continue();
    });
    // Clears the cache, so that older messages have to be fetched again.
    await page.reload();
    await row(page, idAt(READ)).waitFor();
    // While the log is being opened, it goes back to the linked message.
    let first = idAt(READ);
    await until("it is scrolled up", async () => {
      await scrollTo(page, 300);
      await settled(page);
      first = (await seen(page))[0] ?? first;
      return first < idAt(READ - 30);
    });
    const positionOf = () => row(page, first).getByRole("article").getAttribute("aria-posinset");
    const [before, position] = [await topOf(page, first), await positionOf()];
    // Checks every frame: a jump that is corrected is still a jump.
    await page.evaluate((key) => {
      const tops: number[] = [];
      Object.assign(window, { tops });
      const look = () => {
        const text = document.querySelector(`.log-row[data-key="${key}"] [data-text]`);
        tops.push(text ? text.getBoundingClientRect().top : Number.NaN);
        requestAnimationFrame(look);
      };
      look();
    }, first);
    release();
    await until("older ones are there", async () => (await positionOf()) !== position);
    await page.unroute("**/json/messages?*");
    await settled(page);
    assert.ok(isNear(before, await topOf(page, first)), `from ${before} to ${await topOf(page, first)}`);
    const tops = (await page.evaluate("tops")) as number[];
    assert.ok(Math.max(...tops) - Math.min(...tops) <= 1, `it went from ${Math.min(...tops)} to ${Math.max(...tops)}`);
  });

  await t.test("resizing the window leaves the text that is being read in place", async () => {
    await scrollTo(page, 2500);
    await settled(page);
    const [first] = await seen(page);
    assert.ok(first !== undefined);
    const before = await topOf(page, first);
    for (const size of [
      { width: 1000, height: 800 },
      { width: 1000, height: 500 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await settled(page);
      assert.ok(isNear(before, await topOf(page, first)), `from ${before} to ${await topOf(page, first)}`);
    }
  });

  await t.test("Back returns to exactly the same place", async () => {
    const [first] = await seen(page);
    assert.ok(first !== undefined);
    const before = await topOf(page, first);
    await page.evaluate("location.hash = '#inbox'");
    await log(page).waitFor({ state: "detached" });
    await page.goBack();
    await row(page, first).waitFor();
    await settled(page);
    assert.ok(isNear(before, await topOf(page, first)), `from ${before} to ${await topOf(page, first)}`);
  });

  await t.test("keys move the cursor, and the focused message is never removed", async () => {
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("j");
    const focused = () => page.evaluate("Number(document.activeElement?.closest('.log-row')?.dataset.key)");
    const first = (await focused()) as number;
    assert.ok(ids.includes(first));
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(), ids[ids.indexOf(first) + 1]);
    await page.keyboard.press("k");
    assert.equal(await focused(), first);
    const depth = await page.evaluate("history.length");
    await scrollTo(page, 0);
    await settled(page);
    await scrollTo(page, 9000);
    await settled(page);
    assert.equal(await focused(), first);
    assert.equal(await page.evaluate("history.length"), depth);
    await page.keyboard.press("Control+End");
    assert.equal(await page.evaluate("document.activeElement.closest('[data-region]').dataset.region"), "composer");
  });

  await t.test("End goes to the end and marks everything as read", async () => {
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("End");
    await row(page, idAt(MANY - 1)).waitFor();
    await until("all is read", async () => (await unreadIds(here)).length === 0);
    await page.getByRole("separator", { name: /unread/ }).waitFor({ state: "detached" });
  });

  await t.test("at the end, Space stays there", async () => {
    const focused = () => page.evaluate("Number(document.activeElement?.closest('.log-row')?.dataset.key)");
    for (let n = 0; n < 3; n++) {
      await page.keyboard.press("Space");
      await settled(page);
      assert.equal(await focused(), idAt(MANY - 1));
      assert.ok((await seen(page)).includes(idAt(MANY - 1)));
    }
  });

  await t.test("End can be undone if it has marked many messages as read", async () => {
    await page.goto("/#inbox");
    await flag(here.olivia, ids.slice(READ), "remove");
    await page.getByRole("main").getByRole("link", { name: TOPIC }).waitFor();
    await page.goto(address);
    await page.getByRole("separator", { name: /unread/ }).waitFor();
    await page.keyboard.press("End");
    await until("all is read", async () => (await unreadIds(here)).length === 0);
    await page.getByText(/^Marked \d+ messages as read/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await until("they are unread again", async () => (await unreadIds(here)).length > MANY - READ - 20);
    await page.keyboard.press("End");
    await until("all is read", async () => (await unreadIds(here)).length === 0);
  });

  await t.test("without unread messages it opens at the end, also on a phone", async () => {
    // The client learns by an event that they are read, and the Inbox keeps the rows that it was opened with.
    await until("the client knows that they are read", async () => {
      await page.goto("/#recent");
      await page.goto("/#inbox");
      await settled(page);
      return (await page.getByRole("main").getByRole("link", { name: TOPIC }).count()) === 0;
    });
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await page.goto("/#recent");
      await page.goto(address);
      await row(page, idAt(MANY - 1)).waitFor();
      await until(`the end is seen at ${size.width}`, async () => (await seen(page)).includes(idAt(MANY - 1)));
      await page.waitForTimeout(600);
      assert.ok((await seen(page)).includes(idAt(MANY - 1)), `it stays in sight at ${size.width}`);
    }
  });

  await t.test("at the end, new messages scroll into view; elsewhere, they wait", async () => {
    const next = await ben.sends("launch", TOPIC, "Fresh from the press");
    await row(page, next).waitFor();
    await until("it is seen", async () => (await seen(page)).includes(next));
    await scrollTo(page, 1000);
    await settled(page);
    const [first] = await seen(page);
    assert.ok(first !== undefined);
    const before = await topOf(page, first);
    await ben.sends("launch", TOPIC, "Not to be seen yet");
    const button = page.getByRole("button", { name: "1 new message. Jump to the newest" });
    await button.waitFor();
    assert.ok(isNear(before, await topOf(page, first)));
    await button.click();
    await page.getByText("Not to be seen yet").waitFor();
  });

  await t.test("a sent message is shown at once, and becomes a real message", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/json/messages", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    const field = page.locator("[data-region=composer] textarea");
    await field.fill("Written by Olivia");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const echo = page.getByRole("article", { name: /not sent yet/ });
    await echo.getByText("Written by Olivia").waitFor();
    await echo.getByText("Sending").waitFor();
    release();
    await echo.waitFor({ state: "detached" });
    const real = page.getByRole("article").getByText("Written by Olivia");
    await until("it is there once", async () => (await real.count()) === 1);
  });

  await t.test("messages marked as unread stay unread until the reader resumes", async () => {
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("k");
    await page.keyboard.press("Shift+U");
    await page.getByText("Keeping messages unread").waitFor();
    await page.waitForTimeout(1500);
    assert.ok(
      (await unreadIds(here)).length > 0 || (await page.getByRole("separator", { name: /unread/ }).count()) > 0,
    );
    await page.getByRole("button", { name: "Resume" }).click();
    await until("all is read", async () => (await unreadIds(here)).length === 0);
  });

  await t.test("messages that fit on the screen are marked as read without scrolling", async () => {
    await page.goto("/#inbox");
    const sent = [await ben.sends("launch", "Tea", "Green"), await ben.sends("launch", "Tea", "Or black")];
    const isRead = async () => {
      const narrow = [{ operator: "is", operand: "unread" }];
      const found = await here.olivia.call(messages.getMessages, { anchor: "newest", num_before: 100, narrow });
      return !found.messages.some(({ id }) => sent.includes(id));
    };
    assert.equal(await isRead(), false);
    await page.goto(`/#narrow/channel/${channelId}-launch/topic/Tea`);
    await until("both are read", isRead);
  });

  await t.test("on paper there is the conversation, without the application around it", async () => {
    const parts = [page.getByRole("article").last(), page.locator("[data-region=sidebar]"), page.locator(".composer")];
    const areVisible = () => Promise.all(parts.map((part) => part.isVisible()));
    assert.deepEqual(await areVisible(), [true, true, true]);
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await areVisible(), [true, false, false]);
    await page.emulateMedia({ media: null });
  });

  // Closes before the server stops; otherwise the page would report errors.
  await page.close();
});
