/** Several windows of one browser: they share one queue, which one window reads; when it closes, another takes over. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { channelReading, settings } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { openBrowser, openWindow, signsOut } from "../support/browser.ts";
import { newServer, PASSWORD } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

const said = (page: Page, text: string) => page.getByRole("feed").getByText(text, { exact: true });

/** Records a window's requests for events from now on. */
function watch(page: Page) {
  const asked = { sockets: 0, registrations: 0 };
  page.on("websocket", () => asked.sockets++);
  page.on("request", (request) => {
    if (request.url().endsWith("/json/register")) asked.registrations++;
  });
  return asked;
}

test("windows share a queue, lose nothing when the reading window closes, and are signed out together", async (t) => {
  const server = await newServer(t, "sqlite");
  const olivia = server.owner;
  assert(olivia);
  const ben = await server.member("Ben");
  await Promise.all([olivia.joins("launch"), ben.joins("launch")]);
  const { stream_id } = await olivia.call(channelReading.getChannelId, { stream: "launch" });
  await olivia.sends("launch", "tides", "The tide is out.");
  const address = `/#narrow/channel/${stream_id}-launch/topic/tides`;
  const first = await openWindow(t, await openBrowser(t), `http://localhost:${server.port}`);
  await entersAs(first, { email: "olivia@example.com", password: PASSWORD }, address);
  await said(first, "The tide is out.").waitFor();
  const opens = async () => {
    const page = await first.context().newPage();
    const asked = watch(page);
    await page.goto(address);
    await said(page, "The tide is out.").waitFor();
    return { page, asked };
  };
  const [second, third] = [await opens(), await opens()];

  await t.test("events show in all windows, and only one requests them", async () => {
    await ben.sends("launch", "tides", "The tide is in.");
    for (const page of [first, second.page, third.page]) await said(page, "The tide is in.").waitFor();
    assert.deepEqual(
      [second.asked, third.asked],
      [0, 0].map((none) => ({ sockets: none, registrations: none })),
    );
  });

  await t.test("a message written in one shows once in the others", async () => {
    await second.page.locator("[data-region=composer] textarea").fill("I see it");
    await second.page.keyboard.press("Enter");
    for (const page of [first, second.page, third.page]) await said(page, "I see it").waitFor();
    await second.page.locator(".echo").first().waitFor({ state: "detached" });
    for (const page of [first, second.page, third.page]) assert.equal(await said(page, "I see it").count(), 1);
  });

  await t.test("when the reading window closes, another continues without fetching anything again", async () => {
    const isRead = second.page.waitForEvent("websocket");
    await Promise.all([first.close(), ben.sends("launch", "tides", "While it closed")]);
    await isRead;
    await ben.sends("launch", "tides", "After it closed");
    for (const { page } of [second, third])
      for (const text of ["While it closed", "After it closed"]) {
        await said(page, text).waitFor();
        assert.equal(await said(page, text).count(), 1);
      }
    assert.deepEqual(
      [second.asked, third.asked],
      [
        { sockets: 1, registrations: 0 },
        { sockets: 0, registrations: 0 },
      ],
    );
  });

  await t.test("without the server all windows say so, and all reconnect together", async () => {
    await server.kill();
    for (const { page } of [second, third]) await page.getByText(/^Offline since/).waitFor();
    await server.start();
    for (const { page } of [second, third]) await page.getByText(/^Offline since/).waitFor({ state: "detached" });
    await ben.sends("launch", "tides", "Back");
    for (const { page } of [second, third]) await said(page, "Back").waitFor();
    assert.equal(third.asked.sockets, 0);
  });

  await t.test("windows without synchronized drafts keep their own texts, and each other's", async () => {
    await olivia.call(settings.updateSettings, { enable_drafts_synchronization: false });
    const composer = ({ page }: { page: Page }) => page.locator("[data-region=composer] textarea");
    await third.page.goto(`/#narrow/channel/${stream_id}-launch/topic/boats`);
    const written = [
      [second, "From the second"],
      [third, "From the third"],
    ] as const;
    for (const [window, text] of written) await composer(window).fill(text);
    await until("both are stored", async () => {
      const stored = await second.page.evaluate(() => JSON.stringify(Object.values(localStorage)));
      return written.every(([, text]) => stored.includes(text));
    });
    for (const [window, text] of written) {
      await window.page.reload();
      await until("it is there again", async () => (await composer(window).inputValue()) === text);
      await composer(window).fill("");
    }
    await third.page.goto(address);
    await olivia.call(settings.updateSettings, { enable_drafts_synchronization: true });
  });

  await t.test("signing out in one window shows in the other, which keeps unsent text", async () => {
    await third.page.locator("[data-region=composer] textarea").fill("Half a sentence");
    await signsOut(second.page);
    await third.page.getByRole("alertdialog", { name: "You are signed out. Sign in to continue." }).waitFor();
    assert.equal(await third.page.locator("[data-region=composer] textarea").inputValue(), "Half a sentence");
    await third.page.getByRole("button", { name: "Sign in" }).click();
    await third.page.waitForURL((url) => url.pathname === "/login/" && url.searchParams.get("next") === address);
    await third.page.getByLabel("Email").fill("olivia@example.com");
    await third.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await third.page.keyboard.press("Enter");
    await said(third.page, "Back").waitFor();
    const composer = third.page.locator("[data-region=composer] textarea");
    await until("it is there again", async () => (await composer.inputValue()) === "Half a sentence");
  });
});
