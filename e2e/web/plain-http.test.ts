/**
 * In an office without encryption: the page has another host name than localhost, so browsers offer it no locks, no
 * service worker, no clipboard and no cryptography.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { channelReading } from "@parley/server/contract";
import { openBrowser, openWindow } from "../support/browser.ts";
import { Person } from "../support/person.ts";
import { initialise, newInstallation, newNode, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { signsIn } from "./support/doors.ts";

const HOST = "chat.office.test";
/** Browsers mention a header that they ignore, except at localhost; and what the test refuses. */
const TOLERATED = /Cross-Origin-Opener-Policy header has been ignored|Clear-Site-Data header|ERR_FAILED/;

test("without encryption, what waits is kept for its tab", async (t) => {
  const installation = await newInstallation(t, "sqlite");
  const made = await initialise(installation);
  const server = await newNode(installation, (port) => ({ PARLEY_URL: `http://${HOST}:${port}` }));
  await server.start();
  const olivia = new Person(server.address, { id: made.user_id, email: made.email, apiKey: made.api_key });
  await olivia.joins("harbour");
  await olivia.sends("harbour", "tides", "The tide is out.");
  const { stream_id } = await olivia.call(channelReading.getChannelId, { stream: "harbour" });
  const address = `http://${HOST}:${server.port}`;
  const browser = await openBrowser(t, { hostName: HOST });
  const page = await openWindow(t, browser, address, { tolerates: TOLERATED });
  await signsIn(page, { email: olivia.email, password: PASSWORD });
  await page.goto(`/#narrow/channel/${stream_id}/topic/tides`);
  const text = page.getByRole("textbox", { name: "Write a message" });
  const contents = async () => (await olivia.reads("harbour")).map(({ content }) => content);
  const waiting = () => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.endsWith(".outbox")));
  const times = async (words: string) => (await contents()).filter((each) => each === words).length;
  await text.waitFor();

  await t.test("the browser offers less, and messages are sent", async () => {
    const missing = await page.evaluate(() => [
      isSecureContext,
      crypto.subtle === undefined,
      navigator.locks === undefined,
      navigator.serviceWorker === undefined,
      navigator.clipboard === undefined,
    ]);
    assert.deepEqual(missing, [false, true, true, true, true]);
    await text.fill("Good morning");
    await text.press("Enter");
    await until("it is sent", async () => (await times("Good morning")) === 1);
    await until("nothing waits", async () => (await waiting()).length === 0);
  });

  await t.test("a message that could not be sent is sent after a reload, once", async () => {
    await page.route("**/json/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await text.fill("Is anybody there?");
    await text.press("Enter");
    await until("it waits in this tab", async () => (await waiting()).length === 1);
    await page.unroute("**/json/messages");
    await page.reload();
    await until("it is sent", async () => (await times("Is anybody there?")) === 1);
    await until("nothing waits", async () => (await waiting()).length === 0);
    await page.reload();
    await text.waitFor();
    assert.equal(await times("Is anybody there?"), 1);
  });

  await t.test("unsent text is there after a reload", async () => {
    await text.fill("Not yet");
    await page.reload();
    await until("it is there", async () => (await text.inputValue()) === "Not yet");
    await text.fill("");
  });

  await t.test("links are copied all the same", async () => {
    await page.getByRole("feed").getByText("The tide is out.").click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("l");
    await page.locator(".toast").filter({ hasText: "Link copied" }).waitFor();
  });

  await t.test("signing out leaves nothing behind", async () => {
    await page.keyboard.press("Escape");
    await page.locator("[data-menu=me]").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/login\//);
    const left = await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
    assert.deepEqual(left, []);
  });
});
