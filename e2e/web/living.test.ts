/** Background behaviour in real browsers: notifications, being offline, and reconnecting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type ArgumentsOf, channelReading, drafts, messages, readState, settings } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { Browser as PushBrowser, Receiver } from "../../server/src/delivery/push/testing.ts";
import { noViolations } from "../support/axe.ts";
import { standBetween, type TextChanges } from "../support/between.ts";
import { GONE, openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { type Lifetime, newServer, PASSWORD, type Server } from "../support/server.ts";
import { inTime, until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

/** How long the server is gone; `PARLEY_OUTAGE_SECONDS=60` tests the promised minute. */
const OUTAGE_MS = Number(process.env.PARLEY_OUTAGE_SECONDS ?? 1) * 1000;
const TOPIC = "tides";

/** One server and one browser for all tests; each test uses its own channel. */
interface LivingScene {
  readonly server: Server;
  readonly browser: Browser;
  readonly olivia: Person;
  readonly ben: Person;
}

async function stage(t: Lifetime, env: NodeJS.ProcessEnv = {}): Promise<LivingScene> {
  const [server, browser] = await Promise.all([newServer(t, "sqlite", env), openBrowser(t)]);
  return { server, browser, olivia: server.owner as Person, ben: await server.member("Ben") };
}

/** Creates a channel for both, in which Ben has sent a message; returns the URL of the topic. */
async function opened({ olivia, ben }: LivingScene, channel: string): Promise<string> {
  await Promise.all([olivia.joins(channel), ben.joins(channel)]);
  const { stream_id } = await olivia.call(channelReading.getChannelId, { stream: channel });
  await ben.sends(channel, TOPIC, "The tide is out.");
  return `/#narrow/channel/${stream_id}-${channel}/topic/${TOPIC}`;
}

async function signedIn(
  t: Lifetime,
  { server, browser }: LivingScene,
  { email = "olivia@example.com", port = server.port, at = "/", hasTestClock = false } = {},
): Promise<Page> {
  const page = await openWindow(t, browser, `http://localhost:${port}`, { tolerates: GONE });
  if (hasTestClock) await page.clock.install();
  await page.setViewportSize({ width: 1280, height: 800 });
  await entersAs(page, { email, password: PASSWORD }, at);
  await page.locator("[data-region=sidebar]").waitFor();
  return page;
}

async function writes(page: Page, text: string): Promise<void> {
  await page.locator("[data-region=composer] textarea").fill(text);
  await page.keyboard.press("Enter");
}

const said = (page: Page, text: string) => page.getByRole("feed").getByText(text, { exact: true });
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
/** Whether the browser has stored the organization's state and a message with this text. */
const keeps = (page: Page, words: string) =>
  page.evaluate(async (wanted) => {
    const [first] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith("parley."));
    if (!first?.name) return false;
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answerOf(indexedDB.open(first.name));
    const stores = database.transaction(["kept", "messages"]);
    const [snapshot, known] = await Promise.all([
      answerOf(stores.objectStore("kept").get("snapshot")),
      answerOf(stores.objectStore("messages").getAll() as IDBRequest<{ content: string }[]>),
    ]);
    database.close();
    return snapshot !== undefined && known.some(({ content }) => content.includes(wanted));
  }, words);

/** Waits until the marked page has been replaced by another. */
const isAnother = (page: Page) =>
  page.waitForFunction(() => (globalThis as { isTheSamePage?: boolean }).isTheSamePage === undefined);

/** The browser looks for another version, as it does by itself when a page is opened. */
const looksForVersion = (page: Page) =>
  inTime(
    "the browser has looked for another version",
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update())),
  );

/** Acts as the browser's push service. */
async function delivered(page: Page, data: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    });
  });
  await line.send("ServiceWorker.enable");
  const origin = new URL(page.url()).origin;
  const id = await inTime("the browser says which service worker there is", registrationId);
  await line.send("ServiceWorker.deliverPushMessage", { origin, registrationId: id, data });
  await line.detach();
}

test("background behaviour", async (t) => {
  const here = await stage(t, { PARLEY_OUTGOING_ALLOW: "127.0.0.1" });
  const { server, olivia, ben } = here;

  await t.test("two browsers survive an outage: no message is lost or sent twice, and no page reloads", async (t) => {
    const address = await opened(here, "outage");
    const [hers, his] = [
      await signedIn(t, here, { at: address }),
      await signedIn(t, here, { at: address, email: ben.email }),
    ];
    for (const page of [hers, his]) {
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
    for (const page of [hers, his]) await page.getByText(/^Offline since/).waitFor();
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
    const contents = (await olivia.reads("outage")).map(({ content }) => content);
    assert.deepEqual(contents.toSorted(), ["After", "Before", "Hers, one", "Hers, two", "His", "The tide is out."]);
    assert.ok(contents.indexOf("Hers, one") < contents.indexOf("Hers, two"), "in the order in which they were written");
  });

  await t.test("a notice about being offline moves nothing, and Retry comes back at once", async (t) => {
    const address = await opened(here, "retry");
    const page = await signedIn(t, here, { at: address, hasTestClock: true });
    await said(page, "The tide is out.").waitFor();
    const placeOf = async () => (await said(page, "The tide is out.").boundingBox())?.y;
    // A pointer is over what stands still.
    await said(page, "The tide is out.").hover();
    const before = await placeOf();
    await server.kill();
    await page.getByText(/^Offline since/).waitFor();
    assert.equal(await placeOf(), before);
    // With its clock stopped the page cannot come back by itself while the server starts.
    await page.clock.pauseAt(Date.now() + 1000);
    await server.start();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByText(/^Offline since/).waitFor({ state: "detached" });
  });

  await t.test("an expired session leads to signing in, and then what was written is sent", async (t) => {
    const address = await opened(here, "expired");
    const page = await signedIn(t, here, { at: address });
    await said(page, "The tide is out.").waitFor();
    await page.context().clearCookies({ name: /session/ });
    await writes(page, "Written with an expired session");
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(olivia.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await said(page, "Written with an expired session").waitFor();
    await until("it is sent", async () => (await page.locator(".echo").count()) === 0);
    assert.deepEqual(
      (await olivia.reads("expired")).map(({ content }) => content),
      ["The tide is out.", "Written with an expired session"],
    );
  });

  await t.test("messages that arrived during an outage are marked where they begin", async (t) => {
    const address = await opened(here, "missed");
    const page = await signedIn(t, here, { at: address });
    await said(page, "The tide is out.").waitFor();
    await page.context().setOffline(true);
    await page.getByText(/^Offline since/).waitFor();
    await ben.sends("missed", TOPIC, "The tide is in.");
    await ben.sends("missed", TOPIC, "And out again.");
    await page.context().setOffline(false);
    await said(page, "And out again.").waitFor();
    await page.getByRole("separator", { name: "2 new while you were away" }).waitFor();
  });

  await t.test(
    "without the server the web client starts from its stored state, and keeps what people do",
    async (t) => {
      const address = await opened(here, "kept");
      const page = await signedIn(t, here, { at: address });
      const tide = said(page, "The tide is out.");
      await tide.waitFor();
      await until("the application is kept", () => hasWorker(page));
      await until("what was read is kept", () => keeps(page, "The tide is out."));

      await server.kill();
      await page.reload();
      await tide.waitFor();
      await page.getByRole("article").filter({ hasText: "The tide is out." }).focus();
      await page.keyboard.press("+");
      await page.keyboard.press("Control+s");
      await writes(page, "Written without a server");
      const waiting = [
        page.getByRole("button", { name: "You reacted with :+1:. Waiting for the connection" }),
        page.getByTitle("Starred. Waiting for the connection"),
        page.locator(".echo").getByText("Waiting for the connection"),
      ];
      for (const each of waiting) await each.waitFor();
      // The read mark may be queued as well.
      await page.getByText(/^Offline, [34] waiting$/).waitFor();
      await page.reload();
      await said(page, "Written without a server").waitFor();
      for (const each of waiting) await each.waitFor();

      await server.start();
      await until("it has arrived", async () => (await page.locator(".echo").count()) === 0, { withinMs: 45_000 });
      for (const each of waiting) await each.waitFor({ state: "detached" });
      await page.getByTitle("Starred", { exact: true }).waitFor();
      await said(page, "Written without a server").waitFor();
      const { messages: all } = await olivia.call(messages.getMessages, {
        anchor: "newest",
        num_before: 10,
        narrow: [{ operator: "channel", operand: "kept" }],
        apply_markdown: false,
      });
      assert.deepEqual(
        all.map(({ content, flags, reactions }) => ({
          content,
          isStarred: flags.includes("starred"),
          reactions: reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id]),
        })),
        [
          { content: "The tide is out.", isStarred: true, reactions: [["+1", olivia.id]] },
          { content: "Written without a server", isStarred: false, reactions: [] },
        ],
      );
    },
  );

  await t.test("title, icon and notifications announce new messages until they are read on any client", async (t) => {
    const address = await opened(here, "told");
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
    await until("the icon is the organization's", async () => /\/static\/icon\.svg$/.test(await icon()));
    const told = () =>
      page.evaluate("told.map(({ title, body, isClosed }) => [title, body, isClosed])") as Promise<unknown[][]>;

    // Notifications load after the first view; they are ready when the icon has changed.
    const greeting = await ben.sendsTo([olivia], "Good morning");
    await until("it is told", async () => (await icon()).startsWith("data:image/png"));
    await olivia.call(readState.updateMessageFlags, { messages: [greeting], op: "add", flag: "read" });
    await until("and read", async () => /\/static\/icon\.svg$/.test(await icon()));
    await page.evaluate("told.length = 0");

    const first = await ben.sendsTo([olivia], "Lunch at **noon**?");
    await until("the title counts it", async () => (await page.title()) === "(1) Inbox · Acme");
    await until("the icon does", async () => (await icon()).startsWith("data:image/png"));
    const mention = await ben.sends("told", TOPIC, "@**Olivia** look");
    await until("both are told", async () => (await told()).length === 2);
    assert.deepEqual(await told(), [
      ["Ben", "Lunch at noon?", false],
      ["Ben in told › tides", "@Olivia look", false],
    ]);
    // Olivia does not follow topics that Ben starts.
    await ben.sends("told", "weather", "Nobody is told of this.");
    await page.getByText(/^\d new messages? from Ben$/).waitFor({ state: "attached" });
    assert.equal((await told()).length, 2);

    await olivia.call(readState.updateMessageFlags, { messages: [first], op: "add", flag: "read" });
    await until("what was read is put away", async () => (await told())[0]?.[2] === true);
    assert.equal((await told())[1]?.[2], false);

    await page.evaluate("told[1].click()");
    await page.waitForURL((url) => url.hash.endsWith(`/near/${mention}`));
    await page.getByRole("feed").getByText("look").waitFor();
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: TOPIC }).waitFor();
    await said(page, "The tide is out.").waitFor();
    await ben.sends("told", TOPIC, "@**Olivia** here");
    await page.getByRole("feed").getByText("here").waitFor();
    await sleep(300);
    assert.equal((await told()).length, 2, "what is looked at is not told");
  });

  await t.test("a browser subscribes on request, receives pushes and shows them", async (t) => {
    const service = await Receiver.open();
    t.after(() => service.close());
    const page = await signedIn(t, here);
    const mine = new PushBrowser(`${service.url}/push/1`);
    service.answers("/push/1", 201);
    await page.addInitScript((subscription) => {
      Object.defineProperty(Notification, "permission", {
        get: () => (globalThis as { may?: string }).may ?? "default",
      });
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
    await page.getByText("Turn on notifications?").waitFor();
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
    await until("the service worker runs", () => page.context().serviceWorkers().length > 0);
    const [worker] = page.context().serviceWorkers();
    assert(worker);
    // A headless browser does not display notifications.
    await worker.evaluate(() => {
      const told: unknown[] = [];
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; told: unknown[] };
      scope.told = told;
      scope.registration.showNotification = async (title, options) => void told.push([title, options?.body]);
    });
    await delivered(page, JSON.stringify(received[0]));
    const shown = () => worker.evaluate(() => (globalThis as unknown as { told: unknown[] }).told);
    await until("it is shown", async () => (await shown()).length > 0);
    assert.deepEqual(await shown(), [["Notifications work", "Message notifications look like this."]]);
  });

  await t.test("a new version is offered at the foot of the sidebar, and runs after a reload", async (t) => {
    const changes: TextChanges = new Map();
    const behind = { port: 0 };
    const port = await standBetween(t, behind, changes);
    const another = await newServer(t, "sqlite", { PARLEY_URL: `http://localhost:${port}` });
    behind.port = another.port;
    const page = await signedIn(t, { ...here, server: another }, { port });
    await until("the application is kept", () => hasWorker(page));
    await page.reload();
    await page.locator("[data-region=sidebar]").waitFor();
    changes.set("/service-worker.js", (text) => `${text}\n// Another version.`);
    await looksForVersion(page);
    await page.evaluate("globalThis.isTheSamePage = true");
    await page.getByRole("button", { name: "A new version is ready. Reload" }).click();
    await isAnother(page);
    await page.locator("[data-region=sidebar]").waitFor();
    await until("it is the one in use", () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting === null),
    );
    await page.getByText("A new version is ready.").waitFor({ state: "detached" });

    // The next version loads by itself when the page is hidden and nothing is being written.
    const composer = page.getByRole("textbox", { name: "Write a message" });
    await page.keyboard.press("c");
    await composer.fill("Half a sentence");
    await page.evaluate("globalThis.isTheSamePage = true");
    changes.set("/service-worker.js", (text) => `${text}\n// Yet another version.`);
    await looksForVersion(page);
    await page.getByRole("button", { name: "A new version is ready. Reload" }).waitFor();
    const looksAway = () =>
      page.evaluate(() => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
    await looksAway();
    assert.equal(await page.evaluate("globalThis.isTheSamePage"), true);
    await composer.fill("");
    await looksAway();
    await isAnother(page);
    await page.locator("[data-region=sidebar]").waitFor();
  });

  await t.test("signing out asks if texts would be lost, and says which", async (t) => {
    const address = await opened(here, "asked");
    await olivia.call(settings.updateSettings, { enable_drafts_synchronization: false });
    const page = await signedIn(t, here, { at: address });
    const composer = page.locator("[data-region=composer] textarea");
    const leave = async () => {
      await page.locator("[data-menu=me]").click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    await composer.fill("Only mine");
    await leave();
    const question = page.getByRole("alertdialog", { name: "A text is only in this browser" });
    await question.getByText("asked › tides").waitFor();
    await question.getByText("Only mine").waitFor();
    await noViolations(page);
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    assert.equal(await composer.inputValue(), "Only mine");
    await page.reload();
    await until("it is there again", async () => (await composer.inputValue()) === "Only mine");
    await leave();
    await question.getByRole("button", { name: "Sign out and delete" }).click();
    await page.waitForURL((url) => url.pathname === "/login/");
    assert.equal(await page.evaluate(() => JSON.stringify(Object.values(localStorage)).includes("Only mine")), false);
    await olivia.call(settings.updateSettings, { enable_drafts_synchronization: true });
  });

  await t.test("signing out asks if a message was refused", async (t) => {
    const address = await opened(here, "refused");
    const page = await signedIn(t, here, { at: address });
    await said(page, "The tide is out.").waitFor();
    await page.route("**/json/messages", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Not today." } })
        : route.continue(),
    );
    await writes(page, "Refused");
    await page.getByText("Not today.").waitFor();
    await page.locator("[data-menu=me]").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    const question = page.getByRole("alertdialog", { name: "A text is only in this browser" });
    await question.getByText("refused › tides").waitFor();
    await question.getByText("Refused", { exact: true }).waitFor();
    await question.getByRole("button", { name: "Stay signed in" }).click();
    await page.getByText("Not today.").waitFor();
  });

  await t.test("signing out removes all stored data, and a shared computer never stores any", async (t) => {
    const address = await opened(here, "left");
    const left = (page: Page) =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).map(({ name }) => name),
        names: Object.keys(localStorage).filter((name) => name.startsWith("parley.")),
      }));
    const page = await signedIn(t, here, { at: address });
    await until("what was read is kept", () => keeps(page, "The tide is out."));
    assert.equal((await left(page)).databases.length, 1);
    await page.locator("[data-region=composer] textarea").fill("A draft");
    await page.locator("[data-menu=me]").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/login/");
    assert.deepEqual(await left(page), { databases: [], names: [] });
    // The server has what was written last.
    const saved = await here.olivia.call(drafts.getDrafts, {});
    assert.ok(saved.drafts.some(({ content }) => content === "A draft"));

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
});
