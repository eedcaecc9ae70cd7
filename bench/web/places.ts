/** Navigates in the client. */
import type { Page } from "playwright-core";
import type { SeededTopic } from "./workspace.ts";

export const topicLink = ({ channelId, name }: SeededTopic): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".")}`;

const LONGEST_WAIT_MS = 60_000;

/** Opens the client at a link to messages, and waits until they are shown and no requests are pending. */
export async function open(page: Page, link: string): Promise<VisibleRange> {
  await page.goto("about:blank");
  await page.goto(`/${link}`);
  await page.locator(".log-row article").first().waitFor();
  await page.waitForTimeout(1000);
  return (await page.evaluate("probe.firstAndLast()")) as VisibleRange;
}

/** The first and the last message in the document. */
export interface VisibleRange {
  readonly first: number;
  readonly last: number;
}

/** Waits for a condition in the page; its content security policy blocks Playwright's own polling. */
export async function until(page: Page, holds: string): Promise<void> {
  const failsAt = Date.now() + LONGEST_WAIT_MS;
  while (!(await page.evaluate(holds))) {
    if (Date.now() > failsAt) throw new Error(`The page never came to ${holds}`);
    await page.waitForTimeout(20);
  }
}

/** An expression that is true when the document shows the topic's messages; the title begins with what is unread. */
export const shows = ({ name }: SeededTopic): string =>
  `document.title.replace(/^\\(\\d+\\) /, "").startsWith(${JSON.stringify(name)}) && probe.rows() > 0 && !document.querySelector(".log-frame[aria-busy=true]")`;

/** Follows a link inside the client. */
export const follow = (link: string): string => `location.hash = ${JSON.stringify(link)}`;
