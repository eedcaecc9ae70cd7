import type { Page } from "playwright-core";
import { type Figure, percentile, type Scenario } from "../scenario.ts";
import { traced, withSite } from "../web/chromium.ts";
import { LONG_TOPIC, makeOffice, type Office } from "../web/office.ts";
import { open, topicLink } from "../web/places.ts";

/** A screen in four frames, or 12,000 pixels a second: as fast as a fling goes. */
const FLING_PX = 200;
const SECONDS = 10;

/** What the probe has seen. */
interface Scrolled {
  readonly frames: number;
  readonly blank: number;
  readonly jumps: number;
  readonly largestJump: number;
  readonly first: number;
  readonly last: number;
}

interface Way {
  readonly stepPx: number;
  readonly upMs?: number;
}

async function scroll(page: Page, what: string, way: Way): Promise<{ figures: Figure[]; seen: Scrolled }> {
  const { result, trace } = await traced(page, () => page.evaluate(`probe.scroll(${JSON.stringify(way)})`));
  const seen = result as Scrolled;
  const frames = trace.frames();
  const walls = frames.map(({ wall }) => wall);
  const work = frames.map(({ cpu }) => cpu);
  const figures: Figure[] = [
    { what: `${what}: frame, p99`, unit: " ms", parley: percentile(walls, 0.99), target: { atMost: 50 } },
    { what: "… longest", unit: " ms", parley: Math.max(...walls) },
    { what: "… main thread's work, p99", unit: " ms", parley: percentile(work, 0.99), target: { atMost: 32 } },
    { what: `… blank, of ${seen.frames} frames`, unit: "", parley: seen.blank, target: { atMost: 0 } },
    { what: "… jumps over 1 px", unit: "", parley: seen.jumps, target: { atMost: 0 } },
  ];
  return { figures, seen };
}

async function measure(page: Page, { longTopic, longChannel }: Office): Promise<Figure[]> {
  const newest = (await open(page, topicLink(longTopic))).last;
  const up = await scroll(page, "10,000 messages, to the first", { stepPx: -FLING_PX });
  const down = await scroll(page, "… and back", { stepPx: FLING_PX, upMs: SECONDS * 1000 });
  const passed = newest - up.seen.first + 1;
  if (passed < LONG_TOPIC) throw new Error(`Only ${passed} messages were passed.`);
  const channel = `#narrow/channel/${longChannel.id}`;
  await open(page, channel);
  const end = await scroll(page, "100,000 messages, from the end", { stepPx: -FLING_PX, upMs: SECONDS * 1000 });
  await open(page, `${channel}/near/${longChannel.middleId}`);
  const middle = await scroll(page, "… from the middle", { stepPx: -FLING_PX, upMs: SECONDS * 1000 });
  return [up, down, end, middle].flatMap(({ figures }) => figures);
}

export const webScroll: Scenario = {
  name: "web-scroll",
  question: "Does scrolling through long conversations hold its frames, without a blank and without a jump?",
  async measureAlone() {
    const office = await makeOffice();
    try {
      return await withSite(office.directory, async ({ signIn }) => measure(await signIn(office.reader), office));
    } finally {
      await office.remove();
    }
  },
};
