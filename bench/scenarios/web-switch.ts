import type { Page } from "playwright-core";
import { type Figure, median, percentile, type Scenario } from "../scenario.ts";
import { traced } from "../web/chromium.ts";
import { follow, open, shows, topicLink } from "../web/places.ts";
import type { Spent } from "../web/trace.ts";
import type { SeededOrganization, SeededTopic } from "../web/workspace.ts";

const CACHED = 8;
const ROUNDS = 5;

/** From the navigation until the other topic's messages are painted. */
async function switchTo(page: Page, topic: SeededTopic): Promise<void> {
  await page.evaluate(
    `performance.mark("switch:begin"); ${follow(topicLink(topic))}; probe.untilDrawn("switch", () => ${shows(topic)})`,
  );
  await page.waitForTimeout(100);
}

async function switches(page: Page, topics: readonly SeededTopic[]): Promise<Spent[]> {
  const { trace } = await traced(page, async () => {
    for (const topic of topics) await switchTo(page, topic);
  });
  return trace.spans("switch");
}

/** From Alt+↓ until it is painted, as people go through the sidebar. */
async function measure(page: Page, { longChannel }: SeededOrganization): Promise<Figure[]> {
  const [first, ...topics] = longChannel.topics as [SeededTopic, ...SeededTopic[]];
  await open(page, topicLink(first));
  const fresh = await switches(page, topics.slice(0, 24));
  const known = topics.slice(24 - CACHED, 24);
  const again = await switches(page, Array.from({ length: ROUNDS }, () => known).flat());
  const wall = (spent: readonly Spent[]) => spent.map((each) => each.wall);
  const cpu = (spent: readonly Spent[]) => spent.map((each) => each.cpu);
  return [
    {
      what: "to a topic that is cached, p95",
      unit: " ms",
      parley: percentile(wall(again), 0.95),
      target: { atMost: 100 },
    },
    { what: "… median", unit: " ms", parley: median(wall(again)), target: { atMost: 50 } },
    { what: "… main thread's work, median", unit: " ms", parley: median(cpu(again)) },
    { what: "to a topic that is not cached, median", unit: " ms", parley: median(wall(fresh)) },
  ];
}

export const webSwitch: Scenario = {
  name: "web-switch",
  question: "How long does it take to switch to another topic?",
  measureInWorkspace: ({ workspace, visit }) => visit(workspace.reader, (page) => measure(page, workspace)),
};
