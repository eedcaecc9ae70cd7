/** What happens while nothing is pressed, in real browsers: being told, being offline, coming back. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type ArgumentsOf, channelReading, readState } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { Browser as PushBrowser, Receiver } from "../../server/src/push/testing.ts";
import { type Changes, standBetween } from "../support/between.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";

/** How long the server is gone; `PARLEY_OUTAGE_SECONDS=60` takes the minute that is promised. */
const OUTAGE_MS = Number(process.env.PARLEY_OUTAGE_SECONDS ?? 7) * 1000;
/** What a browser says of a server that is not there, or is on its way. */
const GONE = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection|status of 50[23]/;
const TOPIC = "tides";

interface Stage {
  readonly server: Server;
  readonly browser: Browser;
  readonly olivia: Person;
  readonly ben: Person;
  /** Of the topic. */
  readonly address: string;
}

async function stage(t: TestContext, env: NodeJS.ProcessEnv = {}): Promise<Stage> {
  const server = await newServer(t, "sqlite", env);
  const olivia = server.owner as Person;
  const ben = await server.member("Ben");
  for (const person of [olivia, ben]) await person.joins("launch");
  const { stream_id } = await olivia.call(channelReading.getChannelId, { stream: "launch" });
  await olivia.sends("launch", TOPIC, "The tide is out.");
  const browser = await openBrowser(t);
  return { server, browser, olivia, ben, address: `/#narrow/channel/${stream_id}-launch/topic/${TOPIC}` };
}

async function signedIn(
  t: TestContext,
  { server, browser }: Stage,
  { email = "olivia@example.com", port = server.port } = {},
): Promise<Page> {
  const page = await openWindow(t, browser, `http://localhost:${port}`, { tolerates: GONE });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/login/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.locator("[data-region=sidebar]").waitFor();
  return page;
}

async function writes(page: Page, text: string): Promise<void> {
  await page.locator("[data-region=composer] textarea").fill(text);
  await page.keyboard.press("Control+Enter");
}

const said = (page: Page, text: string) => page.getByRole("feed").getByText(text, { exact: true });
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
const keptState = (page: Page) =>
  page.evaluate(async () => {
    const [first] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith("parley."));
    if (!first?.name) return false;
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(first.name as string);
      request.onsuccess = () => resolve(request.result);
    });
    const views = await new Promise<{ views: { ids: number[] }[] } | undefined>((resolve) => {
      const request = database.transaction("kept").objectStore("kept").get("views");
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return views?.views.some(({ ids }) => ids.length > 0) ?? false;
  });

test("two browsers get over an outage of the server: nothing is lost, sent twice or loaded again", async (t) => {
  const here = await stage(t);
  const { server, olivia, ben, address } = here;
  const [hers, his] = [await signedIn(t, here), await signedIn(t, here, { email: ben.email })];
  for (const page of [hers, his]) {
    await page.goto(address);
    await said(page, "The tide is out.").waitFor();
    await page.evaluate("globalThis.isTheSamePage = true");
  }
  await writes(hers, "Before");
  await said(his, "Before").waitFor();

  await server.kill();
  await hers.getByText("Reconnecting").waitFor();
  await writes(hers, "Hers, one");
  await writes(hers, "Hers, two");
  await writes(his, "His");
  await hers.getByText("Waiting for the connection").first().waitFor();
  await hers.getByText(/^Offline since/).waitFor();
  await sleep(OUTAGE_MS);
  await server.start();

  for (const page of [hers, his]) {
    for (const text of ["Hers, one", "Hers, two", "His"]) await said(page, text).waitFor({ timeout: 45_000 });
    await until("nothing waits any more", async () => (await page.locator(".echo").count()) === 0, {
      withinMs: 45_000,
    });
    assert.equal(await page.evaluate("globalThis.isTheSamePage"), true);
    await page.getByText(/^Offline since/).waitFor({ state: "detached" });
  }
  await writes(his, "After");
  await said(hers, "After").waitFor();
  const contents = (await olivia.reads("launch")).map(({ content }) => content);
  assert.deepEqual(contents.toSorted(), ["After", "Before", "Hers, one", "Hers, two", "His", "The tide is out."]);
  assert.ok(contents.indexOf("Hers, one") < contents.indexOf("Hers, two"), "in the order in which they were written");
});

test("without the server the application starts with what was kept, and keeps what is written", async (t) => {
  const here = await stage(t);
  const { server, olivia, address } = here;
  const page = await signedIn(t, here);
  await page.goto(address);
  await said(page, "The tide is out.").waitFor();
  await until("the application is kept", () => hasWorker(page));
  await until("what was read is kept", () => keptState(page));

  await server.kill();
  await page.reload();
  await said(page, "The tide is out.").waitFor();
  await writes(page, "Written without a server");
  await page.getByText("Waiting for the connection").waitFor();
  await page.reload();
  await said(page, "Written without a server").waitFor();
  await page.getByText("Waiting for the connection").waitFor();

  await server.start();
  await until("it has arrived", async () => (await page.locator(".echo").count()) === 0, { withinMs: 45_000 });
  await said(page, "Written without a server").waitFor();
  await sleep(1000);
  const contents = (await olivia.reads("launch")).map(({ content }) => content);
  assert.deepEqual(contents, ["The tide is out.", "Written without a server"]);
});

test("title, icon and notifications tell what has come, until it is read anywhere", async (t) => {
  const here = await stage(t);
  const { olivia, ben, address } = here;
  const page = await signedIn(t, here);
  await page.addInitScript(() => {
    const told: unknown[] = [];
    class Recorded {
      static permission = "granted";
      static requestPermission = async () => "granted";
      readonly told: Record<string, unknown>;
      onclick = () => {};
      constructor(title: string, { body, tag, icon }: { body: string; tag: string; icon: string }) {
        this.told = { title, body, tag, icon, isClosed: false, click: () => this.onclick() };
        told.push(this.told);
      }
      close() {
        this.told.isClosed = true;
      }
    }
    Object.assign(globalThis, { Notification: Recorded, told });
  });
  const everything: ArgumentsOf<(typeof readState.updateMessageFlagsForNarrow)["params"]> = {
    anchor: "oldest",
    num_before: 0,
    num_after: 1000,
    narrow: [],
    op: "add",
    flag: "read",
  };
  await olivia.call(readState.updateMessageFlagsForNarrow, everything);
  await page.goto("/#inbox");
  await page.reload();
  await until("the title is there", async () => (await page.title()) === "Inbox · Acme");
  const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "");
  assert.match(await icon(), /\/static\/icon\.svg$/);
  const told = () =>
    page.evaluate("told.map(({ title, body, isClosed }) => [title, body, isClosed])") as Promise<unknown[][]>;

  const first = await ben.sendsTo([olivia], "Lunch at **noon**?");
  await until("the title counts it", async () => (await page.title()) === "(1) Inbox · Acme");
  await until("the icon does", async () => (await icon()).startsWith("data:image/png"));
  const mention = await ben.sends("launch", TOPIC, "@**Olivia** look");
  await until("both are told", async () => (await told()).length === 2);
  assert.deepEqual(await told(), [
    ["Ben", "Lunch at noon?", false],
    ["Ben in launch › tides", "@Olivia look", false],
  ]);
  // Olivia follows the topic that she has begun, and no other.
  await ben.sends("launch", "weather", "Nobody is told of this.");
  await page.getByText(/^\d new messages? from Ben$/).waitFor({ state: "attached" });
  assert.equal((await told()).length, 2);

  await olivia.call(readState.updateMessageFlags, { messages: [first], op: "add", flag: "read" });
  await until("what was read is put away", async () => (await told())[0]?.[2] === true);
  assert.equal((await told())[1]?.[2], false);

  await page.evaluate("told[1].click()");
  await page.waitForURL((url) => url.hash.endsWith(`/near/${mention}`));
  await page.getByRole("feed").getByText("look").waitFor();
  await page.goto(address);
  await ben.sends("launch", TOPIC, "@**Olivia** here");
  await page.getByRole("feed").getByText("here").waitFor();
  await sleep(300);
  assert.equal((await told()).length, 2, "what is looked at is not told");
});

test("a browser subscribes when it is asked to, is reached, and shows what is pushed", async (t) => {
  const service = await Receiver.open();
  t.after(() => service.close());
  const here = await stage(t, { PARLEY_OUTGOING_ALLOW: "127.0.0.1" });
  const page = await signedIn(t, here);
  const mine = new PushBrowser(`${service.url}/push/1`);
  service.answers("/push/1", 201);
  await page.addInitScript((subscription) => {
    Object.defineProperty(Notification, "permission", { get: () => (globalThis as { may?: string }).may ?? "default" });
    Notification.requestPermission = async () => {
      Object.assign(globalThis, { may: "granted" });
      return "granted";
    };
    const { endpoint, ...keys } = subscription;
    const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
    let isSubscribed = false;
    PushManager.prototype.getSubscription = async () => (isSubscribed ? made : null) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      Object.assign(globalThis, { usedKey: options?.applicationServerKey });
      isSubscribed = true;
      return made as unknown as PushSubscription;
    };
  }, mine.subscription);
  await page.reload();
  await page.getByText("Be told of messages on this device?").waitFor();
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Notifications are on.").waitFor();
  assert.match(String(await page.evaluate("usedKey")), /^[\w-]{80,}$/);
  await page.getByRole("button", { name: "Send a test" }).click();
  const received: Record<string, unknown>[] = [];
  await until("the push service has it", () => {
    received.push(...service.take("/push/1").map(({ body }) => JSON.parse(mine.opens(body))));
    return received.length > 0;
  });
  assert.equal(received[0]?.type, "test");
});

test("a new version waits at the foot of the sidebar, and is there after a reload", async (t) => {
  const changes: Changes = new Map();
  const behind = { port: 0 };
  const port = await standBetween(t, behind, changes);
  const here = await stage(t, { PARLEY_URL: `http://localhost:${port}` });
  behind.port = here.server.port;
  const page = await signedIn(t, here, { port });
  await until("the application is kept", () => hasWorker(page));
  await page.reload();
  await page.locator("[data-region=sidebar]").waitFor();
  changes.set("/service-worker.js", (text) => `${text}\n// Another version.`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByRole("button", { name: "A new version is ready. Reload" }).click();
  await page.waitForLoadState();
  await page.locator("[data-region=sidebar]").waitFor();
  await until("it is the one in use", () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting === null),
  );
  assert.equal(await page.getByText("A new version is ready.").count(), 0);
});

test("signing out leaves nothing, and a computer that others use never had anything", async (t) => {
  const here = await stage(t);
  const { address } = here;
  const left = (page: Page) =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      names: Object.keys(localStorage).filter((name) => name.startsWith("parley.")),
    }));
  const page = await signedIn(t, here);
  await page.goto(address);
  await until("what was read is kept", () => keptState(page));
  assert.equal((await left(page)).databases.length, 1);
  await page.locator("[data-region=composer] textarea").fill("A draft");
  await page.locator("[data-menu=me]").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/login/");
  assert.deepEqual(await left(page), { databases: [], names: [] });

  const shared = await signedIn(t, here);
  await shared
    .context()
    .addCookies([{ name: "sharedcomputer", value: "1", url: `http://localhost:${here.server.port}` }]);
  await shared.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name as string);
    localStorage.clear();
  });
  await shared.goto("/login/");
  await shared.evaluate(() => localStorage.clear());
  await shared.goto(address);
  await shared.locator("[data-region=composer] textarea").fill("A draft");
  await said(shared, "The tide is out.").waitFor();
  await sleep(3000);
  assert.deepEqual(await left(shared), { databases: [], names: [] });
  assert.equal(await shared.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});
