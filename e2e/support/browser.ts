/**
 * A real browser: Chromium as a package brings it, so that nothing is downloaded and nothing needs to be installed. It is
 * unpacked once for each user of the machine.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { fontConfiguration } from "./fonts.ts";
import type { Lifetime } from "./server.ts";
import { madeOnce } from "./unpacked.ts";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
const PARTS = ["chromium.br", "al2023.tar.br"];

/**
 * The sandbox of Chromium needs rights that containers rarely give; it only ever shows our own pages here. To draw without
 * a graphics card takes half the work of pretending one.
 */
const FLAGS = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"];

const LONGEST_FAREWELL_MS = 15_000;

function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { version: string };
  return madeOnce(`chromium-${version}`, async (draft) => {
    const { TMPDIR } = process.env;
    // The package unpacks to the temporary directory, where another's may be or one that is half there.
    process.env.TMPDIR = draft;
    try {
      await Promise.all(PARTS.map((part) => inflate(join(PACKAGE, "bin", part))));
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
}

export async function openBrowser(t: Lifetime): Promise<Browser> {
  const [place, fonts] = [await unpacked(), await fontConfiguration()];
  const browser = await chromium.launch({
    executablePath: join(place, "chromium"),
    args: FLAGS,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(place, "al2023", "lib"),
      FONTCONFIG_FILE: fonts,
    },
  });
  // A browser that has lost its way does not close; it is killed when the process ends.
  t.after(() => Promise.race([browser.close(), sleep(LONGEST_FAREWELL_MS, undefined, { ref: false })]));
  return browser;
}

/** What a browser says of a server that is not there or on its way, and of a network that is not. */
export const GONE =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|WebSocket connection|status of 50[23]/;

interface WindowOptions {
  /** Complaints that belong to what is tested. */
  readonly tolerates?: RegExp;
  /** What it stands on, where that is not a desk. */
  readonly device?: Pick<BrowserContextOptions, "viewport" | "isMobile" | "hasTouch">;
}

/**
 * Refusals that a test provokes; and the server of a test ends before its windows do, which go on asking for it: what they
 * are told depends on how far a connection was.
 */
const EXPECTED =
  /status of 4(0[0134]|29)|ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)|error occurred when fetching the script/;

/** A window of its own, with its own cookies. Whatever a page complains of, or loads from elsewhere, fails the test. */
export async function openWindow(
  t: Lifetime,
  browser: Browser,
  address: string,
  { tolerates, device = {} }: WindowOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, locale: "en-GB", ...device });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isExpected = EXPECTED.test(message.text()) || tolerates?.test(message.text());
    if (message.type() === "error" && !isExpected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${address}/`)) complaints.push(`asks for ${request.url()}`);
  });
  t.after(async () => {
    await Promise.race([context.close(), sleep(LONGEST_FAREWELL_MS, undefined, { ref: false })]);
    assert.deepEqual(complaints, []);
  });
  return page;
}

/** Whether the browser has a session. */
export const isKnown = async ({ request }: Page): Promise<boolean> => (await request.get("/json/users/me")).ok();

/** Signs out as the application does: by a form, with the token of the session. */
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
