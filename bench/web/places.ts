/** Going somewhere in the client. */
import type { Page } from "playwright-core";
import type { SeededTopic } from "./workspace.ts";

export const topicLink = ({ channelId, name }: SeededTopic): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".")}`;

/** Opens the client at a link to messages, and waits until they are there and nothing more is asked for. */
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

/** Waits until something is true of the page; its policy does not let Playwright ask by itself. */
export async function until(page: Page, holds: string): Promise<void> {
  while (!(await page.evaluate(holds))) await page.waitForTimeout(20);
}

/** Of the document, when the messages of a topic stand in it. */
export const shows = ({ name }: SeededTopic): string =>
  `document.title.startsWith(${JSON.stringify(name)}) && probe.rows() > 0 && !document.querySelector(".log-frame[aria-busy=true]")`;

/** Follows a link inside the client. */
export const follow = (link: string): string => `location.hash = ${JSON.stringify(link)}`;
