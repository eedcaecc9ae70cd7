import type { Page } from "playwright-core";
import { type Figure, median, percentile, type Scenario } from "../scenario.ts";
import { traced, type WorkspaceSite } from "../web/chromium.ts";
import { follow, open, topicLink, until } from "../web/places.ts";
import { FLING_PX, frameFigures, scroll } from "../web/scrolling.ts";
import type { Spent } from "../web/trace.ts";

const ROUNDS = 5;
const SECONDS = 6;
const ARRIVALS = 10;

/** From following the link until the first row is painted, repeatedly. */
async function openings(page: Page, fragment: string, away: string): Promise<Spent[]> {
  const row = `document.querySelector(".list .conv")`;
  const { trace } = await traced(page, async () => {
    for (let round = 0; round <= ROUNDS; round++) {
      await page.evaluate(
        `performance.mark("open:begin"); ${follow(fragment)}; probe.untilDrawn("open", () => ${row})`,
      );
      await page.evaluate(follow(away));
      await until(page, `!${row}`);
    }
  });
  // The first time, the script is loaded and the rows are fetched.
  return trace.spans("open").slice(1);
}

/** The page's work for a message that arrives while the reader is elsewhere and nothing needs painting. */
async function arrival(page: Page, { address, workspace }: WorkspaceSite): Promise<number> {
  const { login, channelId } = workspace.writer;
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  const send = async (number: number) => {
    const body = new URLSearchParams({
      type: "channel",
      to: `${channelId}`,
      topic: `news ${number}`,
      content: "It is here.",
    });
    const answer = await fetch(`${address}/api/v1/messages`, { method: "POST", headers: { authorization }, body });
    if (!answer.ok) throw new Error(`The message was refused: ${await answer.text()}`);
    await page.waitForTimeout(300);
  };
  await send(0);
  const { trace } = await traced(page, async () => {
    for (let number = 1; number <= ARRIVALS; number++) await send(number);
  });
  return trace.whole().cpu / ARRIVALS;
}

async function measure(page: Page, site: WorkspaceSite): Promise<Figure[]> {
  const { longTopic } = site.workspace;
  const topic = topicLink(longTopic);
  await open(page, topic);
  const arriving = await arrival(page, site);
  const recent = await openings(page, "#recent", topic);
  await page.evaluate(follow("#recent"));
  await until(page, `document.querySelector(".list .conv")`);
  const { frames } = await scroll(page, { stepPx: FLING_PX, upMs: SECONDS * 1000, within: ".list" });
  const work = recent.map(({ cpu }) => cpu);
  return [
    { what: "500 channels: work for a message elsewhere", unit: " ms", parley: arriving, target: { atMost: 50 } },
    { what: "Recent: opened again, median", unit: " ms", parley: median(recent.map(({ wall }) => wall)) },
    { what: "… main thread's work, p95", unit: " ms", parley: percentile(work, 0.95), target: { atMost: 100 } },
    ...frameFigures("Recent, scrolled", frames),
  ];
}

async function measureInbox(page: Page, { workspace }: WorkspaceSite): Promise<Figure[]> {
  const topic = topicLink(workspace.longTopic);
  await open(page, topic);
  const inbox = await openings(page, "#inbox", topic);
  await page.evaluate(follow("#inbox"));
  await until(page, `document.querySelector(".list .conv")`);
  const elements = (await page.evaluate(`document.querySelectorAll("*").length`)) as number;
  const work = inbox.map(({ cpu }) => cpu);
  return [
    {
      what: "Inbox of 45,000: work to open it, p95",
      unit: " ms",
      parley: percentile(work, 0.95),
      target: { atMost: 100 },
    },
    { what: "… elements in the document", unit: "", parley: elements },
  ];
}

export const webLarge: Scenario = {
  name: "web-large",
  question: "What do the lists cost with 500 channels, 1,000 direct and 45,000 unread conversations?",
  measureInWorkspace: async (site) => [
    ...(await site.visit(site.workspace.reader, (page) => measure(page, site))),
    ...(await site.visit(site.workspace.returning, (page) => measureInbox(page, site))),
  ],
};
