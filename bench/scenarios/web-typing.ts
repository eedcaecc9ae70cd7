import type { Page } from "playwright-core";
import { type Figure, percentile, type Scenario } from "../scenario.ts";
import { traced } from "../web/chromium.ts";
import { open, topicLink, type VisibleRange } from "../web/places.ts";
import type { Spent } from "../web/trace.ts";
import type { SeededOrganization } from "../web/workspace.ts";

const TEXT = "We can ship the release after review since tests pass on both engines and nobody saw errors last night. ";
/** The most messages that a view keeps. */
const LOADED = 5000;
/** Fast, so that loading them does not take long. */
const LOADING = { stepPx: -3000, upMs: 2000 };

export async function type(page: Page, text: string): Promise<Spent[]> {
  await page.evaluate("probe.watchKeys(true)");
  const { trace } = await traced(page, () => page.keyboard.type(text, { delay: 40 }));
  await page.evaluate("probe.watchKeys(false)");
  return trace.spans("key");
}

export function keyFigures(what: string, spent: readonly Spent[]): Figure[] {
  const walls = spent.map(({ wall }) => wall);
  const work = spent.map(({ cpu }) => cpu);
  return [
    // A key waits for the next frame, which comes every 16.7 ms.
    { what: `${what}: key to paint, p95`, unit: " ms", parley: percentile(walls, 0.95), target: { atMost: 33 } },
    { what: "… main thread's work, p95", unit: " ms", parley: percentile(work, 0.95), target: { atMost: 16 } },
  ];
}

async function measure(page: Page, { longTopic }: SeededOrganization): Promise<Figure[]> {
  const newest = (await open(page, topicLink(longTopic))).last;
  for (let first = newest; newest - first < LOADED; )
    ({ first } = (await page.evaluate(`probe.scroll(${JSON.stringify(LOADING)})`)) as VisibleRange);
  await page.keyboard.press("r");
  await page.locator("[data-region=composer] textarea").waitFor();
  await type(page, TEXT);
  return keyFigures("5,000 messages loaded", await type(page, TEXT.repeat(2)));
}

export const webTyping: Scenario = {
  name: "web-typing",
  question: "How soon is what is typed on the screen, with 5,000 messages loaded?",
  measureInWorkspace: ({ workspace, visit }) => visit(workspace.reader, (page) => measure(page, workspace)),
};
