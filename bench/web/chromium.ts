/** A browser for measurements: signed in, with a probe in every page, and with Chromium's trace. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBrowser } from "@parley/e2e/support/browser.ts";
import type { Browser, Page } from "playwright-core";
import { startParley } from "../processes.ts";
import { PAGE_MARK, Trace, type TraceEvent } from "./trace.ts";
import { makeWorkspace, type SeededAccount, type SeededOrganization } from "./workspace.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Site {
  readonly address: string;
  /** Opens an empty page for a signed-in user, for the duration of the measurement. */
  visit<T>(account: SeededAccount, measure: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Builds the client, serves a data directory, and opens a browser. */
export async function openSite(directory: string): Promise<Site> {
  await promisify(execFile)(process.execPath, [path("../../web/build.ts")]);
  const farewells: (() => unknown)[] = [];
  const server = await startParley(directory);
  const browser = await openBrowser({ after: (leave) => void farewells.push(leave) });
  // On this host, browsers accept session cookies without encryption.
  const address = `http://localhost:${server.port}`;
  return {
    address,
    async visit(account, measure) {
      const page = await signIn(browser, address, account);
      const result = await measure(page);
      await page.context().close();
      return result;
    },
    async close() {
      for (const leave of farewells.reverse()) await leave();
      await server.stop();
    },
  };
}

/** The workspace with its server and a browser, shared by all web scenarios. */
export interface WorkspaceSite extends Site {
  readonly workspace: SeededOrganization;
}

export async function openWorkspace(): Promise<WorkspaceSite> {
  const workspace = await makeWorkspace();
  const site = await openSite(workspace.directory);
  return {
    ...site,
    workspace,
    async close() {
      await site.close();
      await workspace.remove();
    },
  };
}

async function signIn(browser: Browser, baseURL: string, { email, password }: SeededAccount): Promise<Page> {
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

/** The categories that devtools record, without stacks, which would cost more than what is measured. */
const CATEGORIES = [
  "toplevel",
  "devtools.timeline",
  "blink.user_timing",
  "disabled-by-default-devtools.timeline.frame",
];

/** PARLEY_BENCH_PROFILES names a directory for CPU profiles, which slow down the measurement. */
const profiles = process.env.PARLEY_BENCH_PROFILES;

export async function traced<T>(page: Page, run: () => Promise<T>): Promise<{ result: T; trace: Trace }> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser.");
  await browser.startTracing(page, { categories: CATEGORIES });
  let result: T;
  let recorded: Buffer;
  try {
    await page.evaluate(`performance.mark("${PAGE_MARK}")`);
    result = await (profiles === undefined ? run() : profiled(page, profiles, run));
  } finally {
    recorded = await browser.stopTracing();
  }
  if (profiles !== undefined) await writeFile(join(profiles, `${name()}.trace.json`), recorded);
  const { traceEvents } = JSON.parse(recorded.toString()) as { traceEvents: TraceEvent[] };
  return { result, trace: new Trace(traceEvents) };
}

const name = () => new Date().toISOString().replaceAll(":", "-");

async function profiled<T>(page: Page, directory: string, run: () => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.setSamplingInterval", { interval: 200 });
  await devtools.send("Profiler.start");
  const result = await run();
  const { profile } = await devtools.send("Profiler.stop");
  await devtools.detach();
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name()}.cpuprofile`), JSON.stringify(profile));
  return result;
}
