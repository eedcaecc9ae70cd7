/** What is loaded after the first view: what is begun before it is there, and what people see if it does not come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

/** Scripts that the build names: see `web/vite.config.ts`. */
const SECOND = "**/assets/second-*.js";
const THIRD = "**/assets/third-*.js";
/** The pages of help, which are a script of their own. */
const HELP = "**/assets/pages-*.js";

const NOT_LOADED = "Part of Parley could not be loaded.";

/** A script that arrives when it is let through. */
class Held {
  readonly #waiting: (() => void)[] = [];
  #isOpen = false;

  async hold(page: Page, script: string): Promise<void> {
    await page.route(script, async (route: Route) => {
      if (!this.#isOpen) await new Promise<void>((go) => this.#waiting.push(go));
      await route.continue();
    });
  }

  letThrough(): void {
    this.#isOpen = true;
    for (const go of this.#waiting) go();
  }
}

test("what is loaded after the first view", async (t) => {
  const [server, browser] = await Promise.all([newServer(t, "sqlite"), openBrowser(t)]);
  const olivia = server.owner as Person;
  const ben = await server.member("Ben");
  const baseURL = `http://localhost:${server.port}`;
  const door = await browser.newContext({ baseURL });
  await entersAs(await door.newPage(), { email: olivia.email, password: PASSWORD });
  const storageState = await door.storageState();
  await door.close();

  /** A browser that has nothing yet: the service worker would have all of it. */
  const visit = async (does: (page: Page) => Promise<void>, device: Parameters<typeof browser.newContext>[0] = {}) => {
    const context: BrowserContext = await browser.newContext({
      baseURL,
      storageState,
      serviceWorkers: "block",
      locale: "en-GB",
      ...device,
    });
    try {
      await does(await context.newPage());
    } finally {
      await context.close();
    }
  };
  const opens = async (page: Page) => {
    // What a view before has marked as read is not in the inbox.
    await ben.sends("general", "tides", "High at six.");
    await page.goto("/#inbox");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^tides/ })
      .waitFor();
  };
  const written = (page: Page) => page.locator(".composer").getByRole("textbox");
  const field = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).value);

  /** What is typed while the composer loads is in its field. */
  const keysReachField = (begins: (page: Page) => Promise<void>) => async (page: Page) => {
    const second = new Held();
    await second.hold(page, SECOND);
    await opens(page);
    await begins(page);
    await page.keyboard.type("tide");
    second.letThrough();
    await until("the field has it", async () => (await field(page)) === "tide");
  };

  await t.test("keys that follow C are for its field", () => visit(keysReachField((page) => page.keyboard.press("c"))));

  await t.test("and so are those that follow the button", () =>
    visit(
      keysReachField((page) =>
        page.locator("[data-region=sidebar]").getByRole("button", { name: "New message" }).click(),
      ),
    ),
  );

  await t.test("on a phone too", () =>
    visit(
      keysReachField((page) => page.getByRole("main").getByRole("button", { name: "New message" }).click()),
      { viewport: { width: 390, height: 844 } },
    ),
  );

  await t.test("however long it takes", () =>
    visit(async (page) => {
      const second = new Held();
      await page.clock.install();
      await second.hold(page, SECOND);
      await opens(page);
      await page.keyboard.press("c");
      await page.keyboard.type("ti");
      await page.clock.fastForward(30_000);
      await page.keyboard.type("de");
      second.letThrough();
      await until("the field has it", async () => (await field(page)) === "tide");
    }),
  );

  await t.test("shared text stays in the address until the composer has it", () =>
    visit(async (page) => {
      const second = new Held();
      await second.hold(page, SECOND);
      await page.goto("/?share_text=High%20at%20six#inbox");
      // Something else may be pressed meanwhile.
      await page.getByRole("heading", { name: "Inbox" }).click();
      assert.match(page.url(), /share_text/);
      second.letThrough();
      await written(page).last().waitFor();
      await until("the field has it", async () => (await written(page).last().inputValue()) === "High at six");
      await page.waitForURL((url) => !url.href.includes("share_text"));
    }),
  );

  await t.test("Esc gives up what was begun", () =>
    visit(async (page) => {
      const second = new Held();
      await second.hold(page, SECOND);
      await opens(page);
      await page.keyboard.press("c");
      await page.keyboard.type("tide");
      await page.keyboard.press("Escape");
      second.letThrough();
      // What is pressed next is a command again, and finds the composer ready.
      await page.goto("/#narrow/channel/general/topic/tides");
      await written(page).last().waitFor();
      assert.equal(await written(page).last().inputValue(), "");
      await page.goto("/#inbox");
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await written(page).waitFor({ state: "detached" });
    }),
  );

  await t.test("where writing could not be loaded, the rest works, and says what does not", () =>
    visit(async (page) => {
      let isCut = true;
      await page.route(SECOND, (route) => (isCut ? route.abort() : route.continue()));
      await opens(page);
      const notice = page.getByRole("status").filter({ hasText: NOT_LOADED });
      await notice.waitFor();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await notice.waitFor({ state: "detached", timeout: 15_000 });
      await page.keyboard.press("c");
      await notice.waitFor();
      // No key is kept for a field that will not come.
      await page.keyboard.press("t");
      await page.getByText("Could not show this part.").waitFor();
      isCut = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Recent", exact: true }).waitFor();
      await page.keyboard.press("c");
      await written(page).first().waitFor();
    }),
  );

  await t.test("a composer that fails keeps the texts, shows none to others, and can be tried again", () =>
    visit(async (page) => {
      const text = page.getByRole("textbox", { name: "Write a message" });
      const stopped = page.getByRole("alert").filter({ hasText: "The composer stopped working." });
      const breaks = (isBroken: boolean) =>
        page.evaluate((breaking) => {
          const { JSON: json } = globalThis as unknown as {
            JSON: { stringify: unknown; whole?: typeof JSON.stringify };
          };
          json.whole ??= JSON.stringify;
          const { whole } = json;
          json.stringify = (...given: Parameters<typeof JSON.stringify>) => {
            // The target of the open conversation; drafts have a text.
            const value = Object(given[0]);
            if (breaking && "to" in value && !("content" in value)) throw new Error("Broken by the test.");
            return whole(...given);
          };
        }, isBroken);
      await page.goto("/#narrow/channel/general/topic/tides");
      await text.fill("Half a thought");
      await breaks(true);
      await page.goto("/#narrow/channel/general/topic/currents");
      await stopped.waitFor();
      assert.equal(await text.count(), 0);
      await breaks(false);
      await stopped.getByRole("button", { name: "Try again" }).click();
      await text.waitFor();
      assert.equal(await text.inputValue(), "");
      await breaks(true);
      await page.goto("/#narrow/channel/general/topic/tides");
      await stopped.waitFor();
      await page.reload();
      await text.waitFor();
      await until("the text is back", async () => (await text.inputValue()) === "Half a thought");
      await text.fill("");
    }),
  );

  await t.test("settings and the panel can be left when they could not be loaded", () =>
    visit(async (page) => {
      await page.route(/\/assets\/(?:Settings|Panel)-[^/]*\.js/, (route) => route.abort());
      await opens(page);
      const failed = page.getByRole("alert").filter({ hasText: "Could not show this part." });
      await page.goto("/#settings/preferences");
      await failed.waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.goto("/#settings/preferences");
      await failed.waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.keyboard.press("]");
      await failed.waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await failed.waitFor({ state: "detached" });
    }),
  );

  await t.test("the end of the session is said, whatever could not be loaded", () =>
    visit(async (page) => {
      await page.route(THIRD, (route) => route.abort());
      await opens(page);
      await page.context().clearCookies();
      // Any request notices it.
      await page.goto("/#narrow/channel/general/topic/currents");
      await page.getByRole("alert").filter({ hasText: "You are signed out." }).waitFor();
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByLabel("Password").waitFor();
    }),
  );

  await t.test("what cannot be opened over a view leaves the view as it was", () =>
    visit(async (page) => {
      for (const script of [THIRD, HELP]) await page.route(script, (route) => route.abort());
      await opens(page);
      for (const [key, says] of [
        ["Control+k", "Could not show this part."],
        ["g", NOT_LOADED],
        ["?", "Could not show this part."],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByRole("status").filter({ hasText: says }).waitFor();
        await page.getByRole("heading", { name: "Inbox" }).waitFor();
      }
      await page.locator("[data-region=sidebar]").getByRole("button", { name: "New message" }).hover();
      await page.waitForTimeout(1000);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
    }),
  );
});
