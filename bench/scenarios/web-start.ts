import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { parley } from "../processes.ts";
import { type Figure, median, type Scenario } from "../scenario.ts";
import { openSite, type Site, type WorkspaceSite } from "../web/chromium.ts";
import { until } from "../web/places.ts";
import type { SeededAccount } from "../web/workspace.ts";

const ROUNDS = 3;
/** A view of messages, so that there is a first message to wait for. */
const FEED = "/#feed";
/** So long that the client has saved what it shows, as for everybody who stays for more than a moment. */
const STAY_MS = 3000;

interface StartTimings {
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number;
  readonly firstMessage: number;
  /** Cumulative layout shift, as Chromium counts it. */
  readonly shift: number;
}

async function arrive(page: Page): Promise<StartTimings> {
  await page.goto("about:blank");
  await page.goto(FEED);
  await until(page, "probe.firstMessage() !== undefined");
  // Late content causes layout shifts.
  await page.waitForTimeout(500);
  return (await page.evaluate(
    "({ firstPaint: probe.firstPaint(), firstMessage: probe.firstMessage(), shift: probe.shift() })",
  )) as StartTimings;
}

function arrivals(site: Site, account: SeededAccount, isCold: boolean): Promise<StartTimings> {
  return site.visit(account, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    const found: StartTimings[] = [];
    // The first round is not counted: nothing is compiled yet.
    for (let round = 0; round <= ROUNDS; round++) {
      if (isCold) {
        await devtools.send("Network.clearBrowserCache");
        await devtools.send("Storage.clearDataForOrigin", {
          origin: site.address,
          storageTypes: "service_workers,cache_storage,indexeddb",
        });
      }
      const arrival = await arrive(page);
      if (!isCold) await page.waitForTimeout(STAY_MS);
      if (round > 0) found.push(arrival);
    }
    const middle = (name: keyof StartTimings) => median(found.map((each) => each[name]));
    return { firstPaint: middle("firstPaint"), firstMessage: middle("firstMessage"), shift: middle("shift") };
  });
}

async function onDemo(): Promise<Figure[]> {
  const root = await mkdtemp(join(tmpdir(), "parley-demo-"));
  const account = (await parley(root, "demo", "--json")) as SeededAccount;
  const site = await openSite(root);
  try {
    const cold = await arrivals(site, account, true);
    const warm = await arrivals(site, account, false);
    return [
      { what: "demo, nothing cached: first paint", unit: " ms", parley: cold.firstPaint, target: { atMost: 800 } },
      { what: "demo, nothing cached: first message", unit: " ms", parley: cold.firstMessage },
      // The page and its small stylesheet, without any script: no start can be faster.
      { what: "demo, cached: first paint", unit: " ms", parley: warm.firstPaint },
      { what: "demo, cached: first message", unit: " ms", parley: warm.firstMessage, target: { atMost: 600 } },
      { what: "demo: layout shift (CLS)", unit: "", parley: cold.shift, target: { atMost: 0.02 } },
    ];
  } finally {
    await site.close();
    await rm(root, { recursive: true });
  }
}

async function inWorkspace(site: WorkspaceSite): Promise<Figure[]> {
  const { reader, returning } = site.workspace;
  const [caughtUp, behind] = [await arrivals(site, reader, false), await arrivals(site, returning, false)];
  return [
    {
      what: "5,000 people, 500 channels: first message",
      unit: " ms",
      parley: caughtUp.firstMessage,
      target: { atMost: 1500 },
    },
    { what: "… and 45,000 unread topics", unit: " ms", parley: behind.firstMessage },
  ];
}

export const webStart: Scenario = {
  name: "web-start",
  question: "How soon after signing in is the first message on the screen?",
  measureInWorkspace: async (site) => [...(await onDemo()), ...(await inWorkspace(site))],
};
