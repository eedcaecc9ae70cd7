import type { Page } from "playwright-core";
import type { Figure, Scenario } from "../scenario.ts";
import { follow, open, shows, topicLink, until } from "../web/places.ts";
import type { SeededOrganization } from "../web/workspace.ts";

/** The page's heap size after a garbage collection. */
async function megabytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await devtools.detach();
  return usedSize / 1024 / 1024;
}

async function measure(page: Page, { longTopic, longChannel }: SeededOrganization): Promise<Figure[]> {
  await open(page, topicLink(longTopic));
  const before = await megabytes(page);
  for (const topic of longChannel.topics) {
    await page.evaluate(follow(topicLink(topic)));
    await until(page, shows(topic));
  }
  const after = await megabytes(page);
  await page.evaluate(follow(topicLink(longTopic)));
  await page.waitForTimeout(1000);
  await page.evaluate("probe.scroll({ stepPx: -2000 })");
  const scrolled = await megabytes(page);
  return [
    { what: "heap with one topic open", unit: " MB", parley: before },
    { what: "after 100 topics", unit: " MB", parley: after, target: { atMost: 150 } },
    { what: "after 10,000 messages besides", unit: " MB", parley: scrolled, target: { atMost: 150 } },
  ];
}

export const webMemory: Scenario = {
  name: "web-memory",
  question: "How much does the page hold after opening 100 topics, with 5,000 people and 500 channels?",
  measureInWorkspace: ({ workspace, visit }) => visit(workspace.reader, (page) => measure(page, workspace)),
};
