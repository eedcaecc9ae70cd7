/** Going somewhere in the client. */
import type { Page } from "playwright-core";
import type { Topic } from "./office.ts";

export const topicLink = ({ channelId, name }: Topic): string =>
  `#narrow/channel/${channelId}/topic/${encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".")}`;

/** Opens the client at a link to messages, and waits until they are there and nothing more is asked for. */
export async function open(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/${link}`);
  await page.locator(".log-row article").first().waitFor();
  await page.waitForTimeout(1000);
}

/** Follows a link inside the client. */
export const follow = (link: string): string => `location.hash = ${JSON.stringify(link)}`;
