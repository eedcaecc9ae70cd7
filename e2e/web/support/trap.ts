/** A window with a tripwire that records everything that runs, is requested, opens or violates the page's policy. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Lifetime } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { TRIPWIRE } from "../xss-corpus.ts";

/** Long enough for a busy machine. */
const PATIENCE_MS = 30_000;
/** Errors that the corpus provokes: missing images, and names that are not allowed. */
const EXPECTED = /status of 40[0134]/;

const WIRES = `globalThis.tripped = [];
  globalThis.${TRIPWIRE} = (what) => tripped.push(String(what));
  for (const name of ["alert", "confirm", "prompt", "print"]) globalThis[name] = () => tripped.push(name);
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    tripped.push("policy: " + violatedDirective + " " + blockedURI + " " + sample));`;

/** What must never be in the document: event handlers, foreign scripts, script URLs, links that leak the referrer. */
const FAULTS = `[...document.querySelectorAll("*")].flatMap((element) => {
  const found = [];
  for (const { name, value } of element.attributes) {
    if (/^on/i.test(name)) found.push(name);
    if (!["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcdoc", "ping", "background"].includes(name)) continue;
    if (name === "srcdoc" || name === "ping") found.push(name);
    const { protocol, origin } = new URL(value, document.baseURI);
    if (!["http:", "https:", "mailto:", "data:", "blob:"].includes(protocol)) found.push(name + " " + value);
    if (protocol === "data:" && !(element.localName === "img" || element.localName === "link")) found.push(name + " " + value);
    const leavesUs = /^https?:/.test(protocol) && origin !== location.origin;
    if (leavesUs && element.localName !== "a") found.push(name + " " + value);
    const rel = (element.getAttribute("rel") ?? "").split(" ");
    if (leavesUs && !["noopener", "noreferrer"].every((word) => rel.includes(word))) found.push("rel of " + value);
  }
  if (element.localName === "script" && (!element.src || element.textContent)) found.push("script");
  if (["iframe", "object", "embed", "base", "meta-refresh", "style"].includes(element.localName)) found.push(element.localName);
  return found.map((each) => element.localName + ": " + each);
})`;

/** Waits until nothing is loading and two frames have been drawn. */
const SETTLED = `new Promise((resolve) => {
  const isBusy = () => document.querySelector("[aria-busy=true], .skel:not(.edge-waiting)");
  let quiet = 0;
  const look = () => {
    quiet = isBusy() ? 0 : quiet + 1;
    if (quiet > 2) setTimeout(resolve);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** The main content on screen: the view, and anything over it. */
const SHOWN = `[...document.querySelectorAll("main, [role=dialog]")].map(({ textContent }) => textContent).join(" ")`;

export class Trap {
  readonly page: Page;
  readonly #complaints: string[] = [];

  private constructor(page: Page, address: string) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) this.#complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.#complaints.push(error.message));
    page.on("popup", (popup) => this.#complaints.push(`opens ${popup.url()}`));
    page.on("dialog", (dialog) => {
      this.#complaints.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${address}/`))
        this.#complaints.push(`asks for ${request.url()}`);
    });
  }

  static async opens(t: Lifetime, browser: Browser, address: string, more: BrowserContextOptions = {}): Promise<Trap> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: address, viewport, locale: "en-GB", ...more });
    t.after(() => context.close());
    await context.addInitScript({ content: WIRES });
    return new Trap(await context.newPage(), address);
  }

  /** Navigates as a link does, and waits until the page is there. */
  async goes(fragment: string): Promise<void> {
    await this.page.evaluate(`new Promise((resolve) => {
      const before = location.href;
      location.hash = ${JSON.stringify(fragment)};
      if (location.href === before) resolve();
      else addEventListener("hashchange", () => resolve(), { once: true });
    })`);
    await this.settles();
  }

  async settles(): Promise<void> {
    await this.page.evaluate(SETTLED);
  }

  /** The expected text must be visible, or the screen proves nothing. */
  async shows(text: string, where: string): Promise<void> {
    const isShown = async () => ((await this.page.evaluate(SHOWN)) as string).includes(text);
    await until(`${where} shows what is hostile`, isShown, { withinMs: PATIENCE_MS });
  }

  /** Scripts that ran since the last call. */
  tripped(): Promise<string[]> {
    return this.page.evaluate("tripped.splice(0)");
  }

  /** Browser errors since the last call. */
  complaints(): string[] {
    return this.#complaints.splice(0);
  }

  faults(): Promise<string[]> {
    return this.page.evaluate(FAULTS);
  }

  /** Asserts that nothing has run, and that nothing in the document could. */
  async unharmed(where: string): Promise<void> {
    // Scripts triggered by rendering run before the next frame.
    await this.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)))");
    assert.deepEqual([...(await this.tripped()), ...this.complaints(), ...(await this.faults())], [], where);
  }
}
