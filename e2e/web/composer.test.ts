/** The composer in a browser: completion, drafts, files, and sending elsewhere. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channelCreation, channelReading, drafts, groups, readState, reminders } from "@parley/server/contract";
import type { Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

describe("the composer", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let ada: Person;
  let ben: Person;
  let page: Page;
  let channelId: number;

  before(async () => {
    server = await newServer(lifetime, "sqlite");
    ada = await server.member("Ada");
    ben = await server.member("Ben");
    for (const channel of ["launch", "design"]) {
      await ada.joins(channel);
      await ben.joins(channel);
    }
    await ben.sends("launch", "Harbour map", "Two seconds.");
    await ben.sends("launch", "Beta freeze", "Monday at six.");
    await ada.call(readState.markAllAsRead, {});
    channelId = (await ada.call(channelReading.getChannelId, { stream: "launch" })).stream_id;
    const browser = await openBrowser(lifetime);
    page = await openWindow(lifetime, browser, `http://localhost:${server.port}`);
    page.setDefaultTimeout(10_000);
    await entersAs(page, { email: ada.email, password: PASSWORD });
    // The first window can take a while on a busy machine.
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor({ timeout: 60_000 });
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  const text = () => page.getByLabel("Write a message", { exact: true });
  const suggestions = () => page.getByRole("listbox").getByRole("option");
  const open = async (topic: string) => {
    await page.goto(`/#narrow/channel/${channelId}/topic/${topic.replaceAll(" ", ".20")}`);
    await page.getByRole("heading", { level: 1, name: topic }).waitFor();
    await text().waitFor();
  };
  const contents = async () => (await ada.call(drafts.getDrafts, {})).drafts.map(({ content }) => content);
  const isSent = async (content: string) =>
    (await ben.reads("launch")).some((message) => message.content.includes(content));

  test("names are completed with keys, and the list announces the selected item", async () => {
    await open("Harbour map");
    await text().click();
    await page.keyboard.type("Well done @Be");
    await suggestions().first().waitFor();
    const chosen = await text().getAttribute("aria-activedescendant");
    assert.equal(await page.locator(`[id="${chosen}"]`).getAttribute("aria-selected"), "true");
    await noViolations(page);
    await page.keyboard.press("Tab");
    assert.equal(await text().inputValue(), "Well done @**Ben** ");
    assert.equal(await suggestions().count(), 0);
  });

  test("a completion list that was closed stays closed for that word", async () => {
    await page.keyboard.type("#la");
    await suggestions().first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("u");
    assert.equal(await suggestions().count(), 0);
  });

  test("Ctrl+Z undoes what a toolbar button did", async () => {
    await text().fill("High water");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+b");
    assert.equal(await text().inputValue(), "**High water**");
    await page.keyboard.press("Control+z");
    assert.equal(await text().inputValue(), "High water");
  });

  test("unsent text is kept across a reload", async () => {
    await text().fill("Half a sentence");
    // The earlier text may already have been saved: it is the same draft.
    await until("the draft is saved", async () => (await contents()).join() === "Half a sentence");
    await page.getByText("Draft saved").waitFor();
    await page.reload();
    await text().waitFor();
    await until("the draft is back", async () => (await text().inputValue()) === "Half a sentence");
    await noViolations(page);
  });

  test("in another conversation the composer says where the draft goes, and Ctrl+. leads back there", async () => {
    await open("Beta freeze");
    assert.equal(await text().inputValue(), "Half a sentence");
    await page.locator(".to.elsewhere").waitFor();
    await page.keyboard.press("Control+.");
    await page.getByRole("heading", { level: 1, name: "Harbour map" }).waitFor();
    assert.equal(await page.locator(".to.elsewhere").count(), 0);
  });

  test("sending deletes the draft", async () => {
    await text().fill("A whole sentence.");
    await page.keyboard.press("Control+Enter");
    assert.equal(await text().inputValue(), "");
    await until("it was sent", () => isSent("A whole sentence."));
    await until("the draft is gone", async () => (await contents()).length === 0);
  });

  test("after sending to another conversation, a button leads there", async () => {
    await page.goto("/#inbox");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await page.keyboard.press("c");
    await page.getByRole("combobox", { name: "Choose a channel" }).fill("launch");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Topic" }).fill("Beta freeze");
    await page.keyboard.press("Enter");
    await page.keyboard.type("From afar.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sent to launch › Beta freeze.").waitFor();
    await page.getByRole("button", { name: "Go there" }).click();
    await page.getByRole("heading", { level: 1, name: "Beta freeze" }).waitFor();
  });

  test("in a list view, Esc closes the composer and keeps the draft", async () => {
    await page.goto("/#inbox");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await page.keyboard.press("x");
    await page.getByRole("combobox", { name: "Add a person" }).fill("Ben");
    await page.keyboard.press("Enter");
    await text().fill("Later");
    await text().focus();
    await page.keyboard.press("Escape");
    await text().waitFor({ state: "detached" });
    await until("the draft is kept", async () => (await contents()).includes("Later"));
  });

  test("a file dropped anywhere becomes a link", async () => {
    await open("Harbour map");
    await page.evaluate(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(["tide"], "tide.txt", { type: "text/plain" }));
      const log = document.querySelector("main") as HTMLElement;
      for (const type of ["dragover", "drop"])
        log.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
    });
    await until("the link is there", async () => /\[tide\.txt\]\(\/user_uploads\//.test(await text().inputValue()));
  });

  test("a file that is too large is refused before its upload starts", async () => {
    await text().fill("");
    await page.locator("input[type=file]").evaluate((input: HTMLInputElement) => {
      const carried = new DataTransfer();
      const large = new File(["x"], "slow-phones.csv");
      Object.defineProperty(large, "size", { value: 900_000_000 });
      carried.items.add(large);
      Object.defineProperty(input, "files", { value: [large], configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.getByText(/slow-phones\.csv is 900 MB\. The limit is/).waitFor();
    await page.getByRole("button", { name: "Cancel slow-phones.csv" }).click();
    assert.equal(await page.getByText(/slow-phones\.csv is/).count(), 0);
  });

  test("an edit from another device updates a draft that is not being edited", async () => {
    await text().fill("Here");
    await page.getByText("Draft saved").waitFor();
    const [draft] = (await ada.call(drafts.getDrafts, {})).drafts.filter(({ content }) => content === "Here");
    assert.ok(draft);
    const { type, to, topic } = draft;
    await ada.call(drafts.editDraft, { draft_id: draft.id, draft: { type, to, topic, content: "There, and longer" } });
    await until("their words are here", async () => (await text().inputValue()) === "There, and longer");
  });

  test("users link to a message of a topic by choosing it", async () => {
    const id = await ben.sends("launch", "Beta freeze", "Six sharp.");
    await text().fill("");
    await text().click();
    await page.keyboard.type("See #launch>beta fr");
    await suggestions().first().waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await text().inputValue(), "See #**launch>Beta freeze** ");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("@");
    await suggestions().filter({ hasText: "Six sharp." }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await text().inputValue(), `See #**launch>Beta freeze@${id}** `);
  });

  test("/remind sets a reminder for the conversation, with the rest as the note, and sends no message", async () => {
    await open("Harbour map");
    await text().fill("/remind Ask for the tide tables");
    await page.keyboard.press("Control+Enter");
    const remind = page.getByRole("dialog", { name: "Remind me" });
    assert.equal(await remind.getByLabel("Note").inputValue(), "Ask for the tide tables");
    assert.equal(await text().inputValue(), "");
    await remind.getByRole("button", { name: /^Tomorrow/ }).click();
    await page.locator(".toast", { hasText: "Reminder set" }).waitFor();
    const [reminder] = (await ada.call(reminders.getReminders, {})).reminders;
    assert.match(reminder?.content ?? "", /Ask for the tide tables/);
    assert.ok(!(await isSent("/remind")));
  });

  test("users who cannot post see who can; users who have not joined can subscribe", async () => {
    const { user_groups } = await ada.call(groups.getUserGroups, {});
    const moderators = user_groups.find(({ name }) => name === "role:moderators");
    const made = { subscribers: [server.owner?.id, ada.id] as never };
    const { id: closed } = await (server.owner as Person).call(channelCreation.createChannel, {
      ...made,
      name: "all-hands",
      can_send_message_group: moderators?.id as never,
    });
    await page.goto(`/#narrow/channel/${closed}/topic/News`);
    await page.getByText("Only moderators post in all-hands.").waitFor();
    assert.equal(await text().count(), 0);
    await noViolations(page);

    const { id: joinable } = await ben.call(channelCreation.createChannel, {
      name: "boats",
      subscribers: [ben.id] as never,
    });
    await page.goto(`/#narrow/channel/${joinable}/topic/News`);
    await page.getByText("You are not subscribed to boats.").waitFor();
    assert.equal(await text().count(), 0);
    await page.getByRole("main").getByRole("button", { name: "Subscribe" }).click();
    await text().waitFor();
  });
});
