/** Actions on messages, topics and channels in a browser: with the pointer, with keys, and actions that are refused. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import {
  channelCreation,
  channels,
  messageEditing,
  messages,
  reactions,
  readState,
  realms,
  uploads,
  userStatus,
} from "@parley/server/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { GONE, openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone } from "./support/touch.ts";

describe("actions on messages", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let browser: Browser;
  let olivia: Person;
  let ada: Person;
  let ben: Person;
  let page: Page;

  before(async () => {
    server = await newServer(lifetime, "sqlite", { PARLEY_OUTGOING_ALLOW: "127.0.0.1" });
    olivia = server.owner as Person;
    [ada, ben] = await Promise.all([server.member("Ada"), server.member("Ben")]);
    for (const channel of ["launch", "mobile"]) {
      await olivia.joins(channel);
      await Promise.all([ada.joins(channel), ben.joins(channel)]);
    }
    await ada.call(readState.markAllAsRead, {});
    browser = await openBrowser(lifetime);
    page = await openWindow(lifetime, browser, `http://localhost:${server.port}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await enter(page, ada);
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  async function enter(window: Page, person: Person): Promise<void> {
    await entersAs(window, { email: person.email, password: PASSWORD });
    // The first window can take a while on a busy machine.
    await window.getByRole("heading", { level: 1, name: "Inbox" }).waitFor({ timeout: 60_000 });
  }

  /** A web page with a title and an image; returns its port. */
  async function pageAbout(title: string): Promise<number> {
    const host = createServer((_, answer) => {
      const head = `<title>${title}</title><meta property="og:image" content="/tide.png">`;
      answer.setHeader("content-type", "text/html").end(head);
    });
    host.listen(0, "127.0.0.1");
    lifetime.after(() => host.close());
    await once(host, "listening");
    return (host.address() as AddressInfo).port;
  }

  const article = (id: number) => page.locator(`.log-row[data-key="${id}"] article`);
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
  const alert = (name: string | RegExp) => page.getByRole("alertdialog", { name });
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
  const toast = (text: string) => page.locator(".toast", { hasText: text });
  const contentOf = async (id: number) =>
    (await ada.call(messages.getMessages, { message_ids: [id], apply_markdown: false } as never)).messages[0]?.content;
  const topicOf = async (id: number) =>
    (await ada.call(messages.getMessages, { message_ids: [id] } as never)).messages[0]?.subject;

  /** Opens the menu of the message at the cursor; closing it leaves the cursor there. */
  async function opensMenu(): Promise<void> {
    await page.keyboard.press("i");
    await item("Copy link").waitFor();
  }
  async function closes(opened: Locator = page.getByRole("menu")): Promise<void> {
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
  }

  /** Opens the topic and puts the cursor on the message. */
  async function at(id: number): Promise<void> {
    const { messages: found } = await ada.call(messages.getMessages, { message_ids: [id] } as never);
    const { stream_id, subject } = found[0] as { stream_id: number; subject: string };
    await page.mouse.move(2, 2);
    await page.evaluate("location.hash = '#inbox'");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    const topic = encodeURIComponent(subject).replaceAll(".", ".2E").replaceAll("%", ".");
    await page.evaluate(`location.hash = "#narrow/channel/${stream_id}-x/topic/${topic}/near/${id}"`);
    await article(id).waitFor();
    await article(id).focus();
    await page.locator(`.log-row[data-key="${id}"] .msg.cursor`).waitFor();
  }

  test("users edit their own message in place, with the key and the button", async () => {
    const id = await ada.sends("launch", "Lunch", "Lunch at one");
    await at(id);
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "Edit message" });
    await until("the text is in the field", async () => (await field.inputValue()) === "Lunch at one");
    await field.fill("Lunch at two");
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await article(id).getByText("Lunch at two").waitFor();
    await article(id).getByRole("button", { name: "edited" }).waitFor();
    await article(id).locator(".body").hover();
    await article(id).getByRole("button", { name: "Edit", exact: true }).click();
    await field.fill("Lunch at three");
    await noViolations(page);
    await button("Save").click();
    // The editor closes when the server has accepted the text.
    await field.waitFor({ state: "detached" });
    await article(id).getByText("Lunch at three").waitFor();
    assert.equal(await contentOf(id), "Lunch at three");
  });

  test("an edit that was left with Esc is restored when it is resumed", async () => {
    const id = await ada.sends("launch", "Lunch", "Dinner");
    await at(id);
    await page.keyboard.press("ArrowLeft");
    const field = page.getByRole("textbox", { name: "Edit message" });
    await field.fill("Dinner at eight");
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    assert.equal(await contentOf(id), "Dinner");
    await page.keyboard.press("e");
    await page.getByText("Your unsaved changes were restored.").waitFor();
    assert.equal(await field.inputValue(), "Dinner at eight");
    await button("Discard").click();
    await field.waitFor({ state: "detached" });
    assert.equal(await contentOf(id), "Dinner");
  });

  test("what is written while an edit is being saved stays in the editor", async () => {
    const id = await ada.sends("launch", "Lunch", "Supper");
    await at(id);
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "Edit message" });
    await field.fill("Supper at six");
    const { promise: isWritten, resolve: hasWritten } = Promise.withResolvers<void>();
    await page.route(`**/json/messages/${id}`, async (route) => {
      await isWritten;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await button("Saving").waitFor();
    await field.press("End");
    await page.keyboard.type(", or seven");
    hasWritten();
    await button("Save").waitFor();
    assert.equal(await contentOf(id), "Supper at six");
    assert.equal(await field.inputValue(), "Supper at six, or seven");
    await page.unroute(`**/json/messages/${id}`);
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    assert.equal(await contentOf(id), "Supper at six, or seven");
  });

  test("when someone else edits the same message, both texts are shown", async () => {
    const id = await ada.sends("launch", "Lunch", "Terrace");
    await at(id);
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "Edit message" });
    await field.fill("Terrace at one");
    await ada.call(messageEditing.editMessage, { message_id: id as never, content: "Garden" });
    await button("Save").click();
    const conflict = dialog("Someone else edited this message while you were editing it.");
    await conflict.getByText("Garden").waitFor();
    await conflict.getByText("Terrace at one").waitFor();
    await noViolations(page);
    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await conflict.waitFor({ state: "detached" });
    await until("it is mine", async () => (await contentOf(id)) === "Terrace at one");

    await article(id).focus();
    await page.keyboard.press("e");
    await field.fill("Terrace at two");
    await ada.call(messageEditing.editMessage, { message_id: id as never, content: "Balcony" });
    await button("Save").click();
    await conflict.getByRole("button", { name: "Use theirs" }).click();
    await article(id).getByText("Balcony").waitFor();
    assert.equal(await contentOf(id), "Balcony");
  });

  test("an edit can delete a file that no message links to any more", async () => {
    const file = new File(["tides"], "harbour-night.txt", { type: "text/plain" });
    const { url } = await ada.connection.call(uploads.uploadFile, {}, { file });
    const id = await ada.sends("launch", "Files", `See [harbour-night.txt](${url})`);
    await at(id);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Edit message" }).fill("See nothing");
    await button("Save").click();
    await alert("Also delete harbour-night.txt?").getByRole("button", { name: "Delete file" }).click();
    await until("the file is gone", async () => (await ada.call(uploads.getAttachments, {})).attachments.length === 0);
  });

  test("the history shows added and removed text, and where the message came from", async () => {
    const id = await ada.sends("launch", "Plans", "Ship on Monday");
    await ada.call(messageEditing.editMessage, { message_id: id as never, content: "Ship on Tuesday" });
    await ada.call(messageEditing.editMessage, { message_id: id as never, topic: "Beta 4" });
    await at(id);
    await page.keyboard.press("Shift+H");
    const history = dialog("Edit history");
    await history.getByText("Edited by Ada").waitFor();
    assert.equal(await history.locator("del").textContent(), "Monday");
    assert.equal(await history.locator("ins").textContent(), "Tuesday");
    await history.getByText("launch › Plans to launch › Beta 4").waitFor();
    await noViolations(page);
    await closes(history);
  });

  test("messages move with those after them, and back", async () => {
    const first = await ben.sends("launch", "Map", "First");
    const second = await ben.sends("launch", "Map", "Second");
    const third = await ben.sends("launch", "Map", "Third");
    await at(second);
    await page.keyboard.press("m");
    const move = dialog("Move messages");
    await move.getByText("2 messages will move.").waitFor();
    await move.getByRole("combobox", { name: "Topic" }).fill("Harbour");
    await noViolations(page);
    await move.getByRole("button", { name: "Move 2 messages" }).click();
    await toast("Moved 2 messages to launch › Harbour.").waitFor();
    assert.deepEqual(
      [await topicOf(first), await topicOf(second), await topicOf(third)],
      ["Map", "Harbour", "Harbour"],
    );
    await toast("Moved 2 messages").getByRole("button", { name: "Undo" }).click();
    await until("they are back", async () => (await topicOf(third)) === "Map" && (await topicOf(second)) === "Map");
  });

  test("the move dialog says which messages it joins, and a single message moves to another channel", async () => {
    await ben.sends("mobile", "Tablets", "There");
    const id = await ben.sends("launch", "Phones", "Here");
    await at(id);
    await article(id).locator(".body").hover();
    await article(id).getByRole("button", { name: "Message actions" }).click();
    await item("Move messages").click();
    const move = dialog("Move messages");
    await move.getByText("This one").click();
    await move.getByRole("combobox", { name: "Channel" }).click();
    await page.keyboard.type("mob");
    await page.keyboard.press("Enter");
    await move.getByRole("combobox", { name: "Topic" }).fill("Tablets");
    await move.getByText("That topic already has 1 message.").waitFor();
    await page.keyboard.press("Enter");
    await move.getByRole("button", { name: "Move 1 message" }).click();
    await toast("Moved 1 message to mobile › Tablets.").waitFor();
    assert.equal(await topicOf(id), "Tablets");
  });

  test("when part of a topic is too old to move, the dialog offers to move the rest", async () => {
    const id = await ben.sends("launch", "Old plans", "Old");
    await at(id);
    await page.keyboard.press("m");
    const move = dialog("Move messages");
    await move.getByRole("combobox", { name: "Topic" }).fill("New plans");
    await page.keyboard.press("Enter");
    // The test cannot create a message that old, so it fakes the server's response.
    await page.route("**/json/messages/*", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({
            status: 400,
            json: {
              result: "error",
              msg: "You only have permission to move the 12/40 most recent messages in this topic.",
              code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
              total_messages_in_topic: 40,
              total_messages_allowed_to_move: 12,
              first_message_id_allowed_to_move: id,
            },
          })
        : route.continue(),
    );
    await move.getByRole("button", { name: /^Move/ }).click();
    await move.getByText(/You can move 12 of 40; the others are older than 1 week. Move those 12\?/).waitFor();
    await page.unroute("**/json/messages/*");
    await move.getByRole("button", { name: "Move 12 messages" }).click();
    await until("it has moved", async () => (await topicOf(id)) === "New plans");
  });

  test("a topic is resolved, reopened, renamed and marked as unread", async () => {
    const id = await ben.sends("launch", "Crash on rotate", "Fixed in 412");
    await at(id);
    await button("Resolve").click();
    await toast("Resolved Crash on rotate.").waitFor();
    assert.equal(await topicOf(id), "✔ Crash on rotate");
    await page.keyboard.press("Control+z");
    await until("it is open again", async () => (await topicOf(id)) === "Crash on rotate");

    await button("Crash on rotate").click();
    await page.getByRole("textbox", { name: "Topic name" }).fill("Crash on turning");
    await page.keyboard.press("Enter");
    await toast("Renamed to Crash on turning.").waitFor();
    assert.equal(await topicOf(id), "Crash on turning");

    await ada.call(readState.updateMessageFlags, { messages: [id], op: "add", flag: "read" });
    await button("Topic actions").click();
    await item("Mark unread").click();
    await toast("Marked 1 message as unread.").waitFor();
    await page.getByText("Keeping messages unread").waitFor();
    await button("Topic actions").click();
    await item("Mark unread").waitFor();
    assert.equal(await item("Delete topic").count(), 0, "only administrators delete topics");
    await closes();
  });

  test("users delete their own messages after a confirmation, and cannot delete others'", async () => {
    const own = await ada.sends("launch", "Mistakes", "Wrong channel");
    const others = await ben.sends("launch", "Mistakes", "Mine");
    await at(others);
    await opensMenu();
    assert.equal(await item("Delete message").count(), 0);
    await noViolations(page);
    await closes();
    await at(own);
    await opensMenu();
    await item("Delete message").click();
    const question = alert("Delete this message?");
    await question.getByText("Wrong channel").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel");
    await page.keyboard.press("m");
    assert.equal(await dialog("Move messages").count(), 0, "what stands behind does not hear the keys");
    await noViolations(page);
    await question.getByRole("button", { name: "Delete message" }).click();
    await article(own).waitFor({ state: "detached" });
  });

  test("reactions are added with keys and the picker, joined, and removed", async () => {
    const id = await ben.sends("launch", "Joy", "We are live");
    await ben.call(reactions.addReaction, { message_id: id as never, emoji_name: "rocket" });
    await at(id);
    await page.keyboard.press("=");
    const rocket = article(id).getByRole("button", { name: "You and Ben reacted with :rocket:" });
    await rocket.hover();
    await page.getByRole("tooltip", { name: "You and Ben reacted with :rocket:" }).waitFor();
    await page.mouse.move(2, 2);
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    await article(id).focus();
    await page.keyboard.press("+");
    await article(id).getByRole("button", { name: "You reacted with :+1:" }).waitFor();
    await page.keyboard.press(":");
    const search = page.getByRole("combobox", { name: "Search emoji" });
    await search.fill("tada");
    await page.getByRole("option", { name: "tada", exact: true }).waitFor();
    await noViolations(page);
    await page.keyboard.press("Shift+Enter");
    await search.fill("octopus");
    await page.keyboard.press("Enter");
    await search.waitFor({ state: "detached" });
    await article(id).getByRole("button", { name: "You reacted with :tada:" }).waitFor();
    await article(id).getByRole("button", { name: "You reacted with :octopus:" }).click();
    await article(id).getByRole("button", { name: "You reacted with :octopus:" }).waitFor({ state: "detached" });
  });

  test("users quote a message with its sender and a link, or only the selected text", async () => {
    const id = await ben.sends("launch", "Numbers", "0.87 s cold, **0.41 s** warm");
    await at(id);
    await page.keyboard.press(">");
    const composer = page.getByRole("textbox", { name: "Write a message" });
    await until("it is quoted", async () => (await composer.inputValue()).includes("```quote"));
    const quoted = await composer.inputValue();
    assert.match(
      quoted,
      /^@_\*\*Ben\|\d+\*\* \[said\]\(http.*#narrow\/channel\/.*\/near\/\d+\):\n```quote\n0\.87 s cold, \*\*0\.41 s\*\* warm\n```/,
    );
    await composer.fill("");
    await article(id).locator("strong").selectText();
    await article(id).locator(".body").hover();
    await article(id).getByRole("button", { name: "Quote and reply" }).click();
    await until("the selection is quoted", async () => (await composer.inputValue()).includes("```quote"));
    assert.match(await composer.inputValue(), /```quote\n(\*\*)?0\.41 s(\*\*)?\n```/);
    await composer.fill("");
  });

  test("replies go to the conversation, to the sender, or with a mention", async () => {
    const id = await ben.sends("launch", "Replies", "Who is there?");
    await at(id);
    const composer = page.getByRole("textbox", { name: "Write a message" });
    await page.keyboard.press("@");
    await until("Ben is mentioned", async () => (await composer.inputValue()).startsWith("@**Ben|"));
    await composer.fill("");
    await article(id).focus();
    await page.keyboard.press("r");
    await until("one can write", () => composer.evaluate((field) => field === document.activeElement));
    await page.keyboard.press("Escape");
    await article(id).focus();
    await page.keyboard.press("Shift+R");
    await button("Remove Ben").waitFor();
    await page.keyboard.press("Escape");
  });

  test("a message is starred, copied, collapsed, and marked unread from here", async () => {
    const id = await ben.sends("launch", "Marks", "Keep *this*");
    const later = await ben.sends("launch", "Marks", "And this");
    await at(id);
    await page.keyboard.press("Control+s");
    await article(id).getByRole("img", { name: "Starred" }).waitFor();
    await page.keyboard.press("l");
    await toast("Link copied").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`/topic/Marks/near/${id}$`));
    await opensMenu();
    await item("Copy text").click();
    await toast("Text copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "Keep *this*");
    await article(id).focus();
    await page.keyboard.press("Shift+U");
    await page.getByText("Keeping messages unread").waitFor();
    await until("both are unread", async () => {
      const { messages: found } = await ada.call(messages.getMessages, { message_ids: [id, later] } as never);
      return found.every(({ flags }) => !flags?.includes("read"));
    });
    await button("Resume").click();
  });

  test("read receipts list the readers, and the source is shown for messages that cannot be edited", async () => {
    const id = await ada.sends("launch", "Receipts", "Read me");
    const others = await ben.sends("launch", "Receipts", "Of **mine**");
    await ben.call(readState.updateMessageFlags, { messages: [id], op: "add", flag: "read" });
    await at(id);
    await page.keyboard.press("Shift+V");
    const receipts = dialog("Read receipts");
    await receipts.getByRole("button", { name: "Ben" }).waitFor();
    await noViolations(page);
    await closes(receipts);
    await article(others).focus();
    await page.keyboard.press("e");
    await dialog("Source").getByText("Of **mine**").waitFor();
    await closes(dialog("Source"));
  });

  test("users set a reminder for a message and cancel it", async () => {
    const id = await ben.sends("launch", "Later", "Think about this");
    await at(id);
    await opensMenu();
    await item("Remind me").click();
    const remind = dialog("Remind me");
    await remind.getByLabel("Note").fill("Before lunch");
    await noViolations(page);
    await remind.getByRole("button", { name: /^Tomorrow/ }).click();
    await toast("Reminder set").waitFor();
    await article(id)
      .getByRole("img", { name: /^Reminder:/ })
      .waitFor();
    await toast("Reminder set").getByRole("button", { name: "Undo" }).click();
    await article(id)
      .getByRole("img", { name: /^Reminder:/ })
      .waitFor({ state: "detached" });
  });

  test("users report messages when the organization accepts reports", async () => {
    const id = await ben.sends("launch", "Spam", "Buy my tides");
    await at(id);
    await opensMenu();
    assert.equal(await item("Report message").count(), 0);
    await closes();
    const { id: channel } = await olivia.call(channelCreation.createChannel, {
      name: "moderation",
      subscribers: [olivia.id] as never,
      invite_only: true,
    });
    await olivia.call(realms.updateRealm, { moderation_request_channel_id: channel });
    await until("reports are taken", async () => {
      await opensMenu();
      const isOffered = (await item("Report message").count()) > 0;
      if (!isOffered) await closes();
      return isOffered;
    });
    await item("Report message").click();
    const report = dialog("Report this message");
    await report.getByText("The moderators of Acme will see the message, your report and your name.").waitFor();
    await report.getByLabel("Something else").check();
    await report.getByRole("button", { name: "Send report" }).click();
    await report.getByText("Describe the problem.").waitFor();
    await report.getByLabel("Details").fill("It sells tides");
    await noViolations(page);
    await report.getByRole("button", { name: "Send report" }).click();
    await toast("Reported to the moderators.").waitFor();
    const { messages: reported } = await olivia.call(messages.getMessages, {
      anchor: "newest",
      num_before: 5,
      narrow: [{ operator: "channel", operand: "moderation" }],
    });
    assert.ok(reported.some(({ content }) => content.includes("It sells tides")));
  });

  test("an expired time limit disables the action in the menu with the reason, and a missing permission hides it", async () => {
    const id = await ada.sends("launch", "Limits", "Too late");
    await olivia.call(realms.updateRealm, {
      message_content_edit_limit_seconds: 1,
      message_content_delete_limit_seconds: 1,
    } as never);
    await at(id);
    const edit = item(/^Edit/);
    await until("the time for editing is over", async () => {
      await opensMenu();
      const isOver = (await edit.getAttribute("aria-disabled")) === "true";
      if (!isOver) await closes();
      return isOver;
    });
    await edit.getByText("The time for editing has passed.").waitFor();
    await item(/^Delete message/)
      .getByText("The time for deleting has passed.")
      .waitFor();
    await closes();
    await page.keyboard.press("e");
    await dialog("Source").waitFor();
    await closes(dialog("Source"));
    await olivia.call(realms.updateRealm, {
      message_content_edit_limit_seconds: 600,
      message_content_delete_limit_seconds: 600,
    } as never);
  });

  test("a channel is created in two steps, and channels are joined and left from their list", async () => {
    await page.evaluate("location.hash = '#channels/new'");
    const making = dialog("New channel");
    await making.getByLabel("Name").fill("launch");
    await making.getByRole("button", { name: "Next" }).click();
    await making.getByText("A channel with this name already exists.").waitFor();
    await making.getByLabel("Name").fill("harbour");
    await making.getByLabel("Description").fill("Maps of harbours");
    await making.getByLabel(/^Only subscribers, with full history/).check();
    await noViolations(page);
    await making.getByRole("button", { name: "Next" }).click();
    await making.getByRole("combobox", { name: "Add people or groups" }).fill("Ben");
    await page.getByRole("option", { name: "Ben" }).click();
    await making.getByRole("button", { name: "Create channel" }).click();
    await page.waitForURL(({ hash }) => /#narrow\/channel\/\d+-harbour$/.test(hash));
    await page.getByRole("heading", { level: 1, name: "harbour" }).waitFor();

    await olivia.joins("tides");
    await page.evaluate("location.hash = '#channels/available'");
    const row = page.locator(".channel-row", { hasText: "tides" });
    await row.getByRole("button", { name: "Subscribe" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "All channels" }).click();
    await noViolations(page);
    await row.getByRole("button", { name: "Unsubscribe" }).click();
    await toast("You left tides.").waitFor();
    await row.getByRole("button", { name: "Subscribe" }).waitFor();
  });

  test("a channel's colour is chosen on a ring, with the pointer and with keys", async () => {
    const row = page.getByRole("navigation").getByRole("link", { name: /^mobile/ });
    const colour = async () =>
      (await ada.call(channels.getSubscriptions, {})).subscriptions.find(({ name }) => name === "mobile")?.color;
    const before = await colour();
    await row.click({ button: "right" });
    await item("Colour").click();
    const choosing = dialog("Colour for mobile");
    const hue = choosing.getByRole("slider", { name: "Hue" });
    const ring = choosing.locator(".hue-ring");
    // It has its final position when the dialog has opened.
    await ring.hover();
    const box = await ring.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width - 6, box.y + box.height / 2);
    const isRight = (chosen: number) => Math.abs(chosen - 90) <= 2;
    await until("the pointer has chosen", async () => isRight(Number(await hue.inputValue())));
    const chosen = Number(await hue.inputValue());
    await page.keyboard.press("ArrowRight");
    assert.equal(Number(await hue.inputValue()), chosen + 1);
    await noViolations(page);
    await choosing.getByRole("button", { name: "Set colour" }).click();
    await until("the colour is another", async () => (await colour()) !== before);
  });

  test("a status can have any emoji", async () => {
    await page.keyboard.press("Shift+Y");
    const status = dialog("Your status");
    await status.getByLabel("Status text").fill("At sea");
    await status.getByRole("button", { name: "Other emoji" }).click();
    await page.getByRole("combobox", { name: "Search emoji" }).fill("octopus");
    await page.getByRole("option", { name: "octopus", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await status.getByRole("radio", { name: "octopus", checked: true }).waitFor();
    await noViolations(page);
    await status.getByRole("button", { name: "Set status" }).click();
    await until("it is set", async () => {
      const { status: set } = await ada.call(userStatus.getUserStatus, { user_id: ada.id as never });
      return set.status_text === "At sea" && set.emoji_name === "octopus";
    });
  });

  test("messages are found with search operators, and a search is saved", async () => {
    const id = await ben.sends("launch", "Tides", "High water at the harbour");
    await ada.sends("launch", "Tides", "Low water elsewhere");
    await at(id);
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search messages" });
    await field.waitFor();
    await button("Remove: in launch").waitFor();
    await button("Remove: in the topic Tides").waitFor();
    await page.keyboard.press("Backspace");
    await button("Remove: in the topic Tides").waitFor({ state: "detached" });
    await page.keyboard.type("from ben");
    await page.getByRole("option", { name: "from Ben", exact: true }).click();
    await page.keyboard.type("the water");
    await noViolations(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ hash }) => hash.includes("/sender/") && hash.includes("/search/the.20water"));
    await article(id).locator(".highlight", { hasText: "water" }).waitFor();
    assert.equal(await page.getByText("Low water elsewhere").count(), 0);
    await page.getByText(/Ignored because it is in most messages: the/).waitFor();
    await button("Save search").click();
    await dialog("Save this search").getByLabel("Name").fill("Ben on water");
    await dialog("Save this search").getByRole("button", { name: "Save search" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Ben on water" }).waitFor();

    await page.keyboard.press("/");
    await field.fill("sender:me sawfish");
    await button("Remove: from Ben").click();
    await field.press("Enter");
    await page.getByText("Nothing found: from me in launch “sawfish”.").waitFor();
    await page.getByRole("link", { name: /^Without “sawfish”/ }).waitFor();
    await noViolations(page);
    await page.getByRole("link", { name: /^Without “sawfish”/ }).click();
    await page.getByText("Low water elsewhere").waitFor();
  });

  test("Ctrl+F searches in the conversation, and Esc returns to it", async () => {
    const id = await ben.sends("launch", "Find", "Here it is");
    await at(id);
    await page.keyboard.press("Control+f");
    const field = page.getByRole("combobox", { name: "Search messages" });
    await field.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await article(id).waitFor();
  });

  test("the author of a message hides a page preview for everyone, and shows it again", async () => {
    const address = `http://127.0.0.1:${await pageAbout("Tide tables")}/`;
    await olivia.call(realms.updateRealm, { inline_url_embed_preview: true } as never);
    const id = await ada.sends("launch", "Pages", `See ${address}`);
    const others = await ben.sends("launch", "Pages", `And ${address}`);
    await at(id);
    const shown = (message: number) => article(message).getByText("Tide tables");
    const hide = (message: number) => article(message).getByRole("button", { name: "Hide preview" });
    await shown(others).waitFor();
    assert.equal(await hide(others).count(), 0, "only its author hides it");
    await shown(id).hover();
    await hide(id).click();
    await shown(id).waitFor({ state: "hidden" });
    await toast("Preview hidden.").getByRole("button", { name: "Undo" }).click();
    await shown(id).waitFor();
  });

  test("an administrator deletes a topic after a confirmation", async () => {
    const window = await openWindow(lifetime, browser, `http://localhost:${server.port}`, { loadsOnce: true });
    await enter(window, olivia);
    const id = await ben.sends("launch", "Old news", "Gone soon");
    const { messages: found } = await olivia.call(messages.getMessages, { message_ids: [id] } as never);
    await window.evaluate(`location.hash = "#narrow/channel/${found[0]?.stream_id}-launch/topic/Old.20news"`);
    await window.getByRole("button", { name: "Topic actions" }).click();
    await window.getByRole("menuitem", { name: "Delete topic" }).click();
    const question = window.getByRole("alertdialog", { name: 'Delete "Old news" and its 1 message?' });
    await question.getByRole("button", { name: "Delete topic" }).click();
    await window.locator(".toast", { hasText: "Deleted Old news." }).waitFor();
    await until("it is gone", async () => (await topicOf(id)) === undefined);
  });

  test("on a phone a long press opens the actions at the bottom", async () => {
    const id = await ben.sends("launch", "Phone", "Press me");
    const context = await browser.newContext({
      baseURL: `http://localhost:${server.port}`,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: "en-GB",
    });
    lifetime.after(() => context.close());
    const phone = await context.newPage();
    await enter(phone, ada);
    const { messages: found } = await ada.call(messages.getMessages, { message_ids: [id] } as never);
    await phone.evaluate(`location.hash = "#narrow/channel/${found[0]?.stream_id}-launch/topic/Phone"`);
    const text = phone.getByText("Press me");
    // It has its final position.
    await text.tap({ trial: true });
    const box = await text.boundingBox();
    const point = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 5 };
    const line = await context.newCDPSession(phone);
    await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    const sheet = phone.getByRole("dialog", { name: "Message actions" });
    await sheet.waitFor();
    await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await noViolations(phone);
    await sheet.getByRole("button", { name: "Star" }).click();
    await sheet.waitFor({ state: "detached" });
    await until("it is starred", async () => {
      const { messages: now } = await ada.call(messages.getMessages, { message_ids: [id] } as never);
      return now[0]?.flags?.includes("starred") ?? false;
    });
  });

  test("on a phone users set their status, resolve a topic, are offered notifications, and see errors", async () => {
    const id = await ben.sends("launch", "Anchors", "Weighed");
    const phone = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      device: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      tolerates: GONE,
    });
    // A headless browser denies notifications from the start.
    await phone.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "default" }));
    await enter(phone, ada);
    const offer = phone.getByText("Turn on notifications?");
    await offer.waitFor();

    await phone.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: "Channels" }).click();
    await phone.getByRole("heading", { level: 1, name: "Channels" }).waitFor();
    await phone.getByRole("button", { name: "Personal menu" }).waitFor();
    await noViolations(phone);
    for (const width of [320, 390]) {
      await phone.setViewportSize({ width, height: 844 });
      await fitsAPhone(phone);
    }
    await phone.getByRole("button", { name: "Not now" }).click();
    await offer.waitFor({ state: "detached" });

    const trouble = phone
      .locator(".phone-foot")
      .getByRole("status")
      .filter({ hasText: /Reconnecting|Offline/ });
    await phone.context().setOffline(true);
    await trouble.waitFor();
    await phone.context().setOffline(false);
    await trouble.waitFor({ state: "detached" });

    await phone.getByRole("button", { name: "Personal menu" }).click();
    await phone.getByRole("menuitem", { name: "Set your status" }).click();
    const status = phone.getByRole("dialog", { name: "Your status" });
    const words = status.getByLabel("Status text");
    // Press it only after the dialog has opened and it has stopped moving.
    await words.click();
    await words.fill("On the pier");
    await fitsAPhone(phone);
    await status.getByRole("button", { name: "Set status" }).click();
    await until("it is set", async () => {
      const { status: set } = await ada.call(userStatus.getUserStatus, { user_id: ada.id as never });
      return set.status_text === "On the pier";
    });

    const { messages: found } = await ada.call(messages.getMessages, { message_ids: [id] } as never);
    const channel = `#narrow/channel/${found[0]?.stream_id}-launch`;
    await phone.evaluate(`location.hash = "${channel}/topic/Anchors"`);
    await phone.getByText("Weighed").waitFor();
    await phone.getByRole("button", { name: "Topic actions" }).click();
    await phone.getByRole("menuitem", { name: "Resolve" }).click();
    await until("it is resolved", async () => (await topicOf(id)) === "✔ Anchors");
    // The menu is that of the topic as the phone knows it.
    await phone.locator("h1.resolved").waitFor();
    await phone.getByRole("button", { name: "Topic actions" }).click();
    await phone.getByRole("menuitem", { name: "Reopen" }).click();
    await until("it is open again", async () => (await topicOf(id)) === "Anchors");

    await ben.sends("launch", "", "Of nothing in particular");
    await phone.evaluate(`location.hash = "${channel}/topic/"`);
    await phone.getByText("Of nothing in particular").waitFor();
    await phone.getByRole("button", { name: "Topic actions" }).click();
    await phone.getByRole("menuitem", { name: "Copy link" }).waitFor();
    assert.equal(await phone.getByRole("menuitem", { name: "Resolve" }).count(), 0, "without a name it stays open");
  });
});
