/** A browser to measure in: signed in, with a probe in every page, and Chromium's own trace of what it did. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBrowser } from "@parley/e2e/support/browser.ts";
import type { Browser, Page } from "playwright-core";
import { type Server, startParley } from "../processes.ts";
import type { Account } from "./office.ts";
import { Trace, type TraceEvent } from "./trace.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Site {
  readonly server: Server;
  readonly browser: Browser;
  readonly address: string;
  /** A window of somebody who is signed in, on an empty page. */
  signIn(account: Account): Promise<Page>;
}

/** Serves a directory with the client as it is now, and opens a browser, for as long as that takes. */
export async function withSite<T>(directory: string, measure: (site: Site) => Promise<T>): Promise<T> {
  await promisify(execFile)(process.execPath, [path("../../web/build.ts")]);
  const farewells: (() => unknown)[] = [];
  const server = await startParley(directory);
  try {
    const browser = await openBrowser({ after: (leave) => void farewells.push(leave) });
    // Under this name the cookies of a session are believed without encryption.
    const address = `http://localhost:${server.port}`;
    return await measure({ server, browser, address, signIn: (account) => signIn(browser, address, account) });
  } finally {
    for (const leave of farewells.reverse()) await leave();
    await server.stop();
  }
}

async function signIn(browser: Browser, baseURL: string, { email, password }: Account): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 1, locale: "en-GB" });
  await context.addInitScript({ path: path("./probe.js") });
  const page = await context.newPage();
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("about:blank");
  return page;
}

/** What devtools record, without the stacks: those would cost more than what is measured. */
const CATEGORIES = [
  "toplevel",
  "devtools.timeline",
  "blink.user_timing",
  "disabled-by-default-devtools.timeline.frame",
];

export async function traced<T>(page: Page, run: () => Promise<T>): Promise<{ result: T; trace: Trace }> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser.");
  await browser.startTracing(page, { categories: CATEGORIES });
  let result: T;
  let recorded: Buffer;
  try {
    result = await run();
  } finally {
    recorded = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(recorded.toString()) as { traceEvents: TraceEvent[] };
  return { result, trace: new Trace(traceEvents) };
}
