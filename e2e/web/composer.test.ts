/** The composer in a browser: completion, drafts, files, and sending elsewhere. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  channelCreation,
  channelReading,
  drafts,
  groups,
  messageEditing,
  readState,
  registration,
  reminders,
  type userSettings,
} from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";

type UserSettings = userSettings.UserSettings;

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
  const holds = (content: string) =>
    until(`the field has “${content}”`, async () => (await text().inputValue()) === content);
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

  test("the language of a code block is completed, whichever the server knows", async () => {
    await text().fill("");
    await page.keyboard.type("```dockerf");
    await suggestions().filter({ hasText: "dockerfile" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await text().inputValue(), "```dockerfile\n\n```");
    await text().fill("");
  });

  test("a preview of nothing does not open later, over what is then written", async () => {
    await text().fill("");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await text().click();
    await page.keyboard.type("Low water at noon");
    assert.equal(await text().inputValue(), "Low water at noon");
    await text().fill("");
  });

  test("the preview of a poll is the poll", async () => {
    await open("Harbour map");
    await text().fill("/poll Which next?\nrivers\nlakes");
    await page.keyboard.press("Alt+p");
    const poll = page.locator(".preview").getByRole("region", { name: "Poll" });
    await poll.getByText("lakes").waitFor();
    assert.ok(await poll.getByRole("button").first().isDisabled());
    await page.keyboard.press("Alt+p");
    await text().fill("");
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
    await holds("Half a sentence");
    await noViolations(page);
  });

  test("another conversation has a text of its own, whatever is pressed there, and coming back finds the first", async () => {
    const recipients = () => page.locator(".to").innerText();
    await page.goto(`/#narrow/dm/${ben.id}`);
    await page.getByRole("heading", { level: 1, name: "Ben" }).waitFor();
    await holds("");
    await text().fill("Between us");
    await open("Beta freeze");
    await holds("");
    await page.getByRole("feed").getByText("Monday at six.").click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("r");
    assert.equal(await text().inputValue(), "");
    assert.match(await page.getByRole("combobox", { name: "Topic" }).inputValue(), /Beta freeze/);
    // Replying to one person opens the conversation with them, and what was written there.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+R");
    await page.getByRole("heading", { level: 1, name: "Ben" }).waitFor();
    await holds("Between us");
    assert.match(await recipients(), /Ben/);
    await text().fill("");
    await open("Harbour map");
    await holds("Half a sentence");
    assert.equal(await page.locator(".to.elsewhere").count(), 0);
  });

  test("only a change in the recipient row moves the text, and Ctrl+. leads after it", async () => {
    await page.getByRole("combobox", { name: "Topic" }).fill("Beta freeze");
    await page.keyboard.press("Tab");
    assert.equal(await text().evaluate((field) => field === document.activeElement), true);
    await page.locator(".to.elsewhere").waitFor();
    await page.keyboard.press("Control+.");
    await page.getByRole("heading", { level: 1, name: "Beta freeze" }).waitFor();
    await holds("Half a sentence");
    await page.locator(".to.elsewhere").waitFor({ state: "detached" });
    await open("Harbour map");
    await holds("");
  });

  test("sending deletes the draft", async () => {
    await open("Beta freeze");
    await text().fill("A whole sentence.");
    // Enter would send too: Tab goes to Send first.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
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
    await page.keyboard.press("Enter");
    await page.getByText("Sent to launch › Beta freeze.").waitFor();
    await page.getByRole("button", { name: "Go there" }).click();
    await page.getByRole("heading", { level: 1, name: "Beta freeze" }).waitFor();
  });

  test("keys are kept for a field whose code is still loading, and are not taken for commands", async () => {
    const fresh = await page.context().newPage();
    await fresh.goto("/#inbox");
    await fresh.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await fresh.route("**/*.js", async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await fresh.keyboard.press("c");
    await fresh.keyboard.type("launch");
    await fresh.keyboard.press("Enter");
    await fresh.keyboard.type("Tides");
    await fresh.keyboard.press("Tab");
    await fresh.keyboard.type("Quickly");
    const box = fresh.getByLabel("Write a message", { exact: true });
    await until("the text is there", async () => (await box.count()) === 1 && (await box.inputValue()) === "Quickly");
    assert.equal(await fresh.getByRole("combobox", { name: "Choose a channel" }).inputValue(), "launch");
    assert.equal(await fresh.getByRole("combobox", { name: "Topic" }).inputValue(), "Tides");
    await fresh.keyboard.press("Control+k");
    await fresh.keyboard.type("Beta");
    await fresh.keyboard.press("Enter");
    await fresh.getByRole("heading", { level: 1, name: "Beta freeze" }).waitFor();
    await fresh.goto(`/#narrow/channel/${channelId}/topic/Tides`);
    await until("it is a draft of its topic", async () => (await box.inputValue()) === "Quickly");
    await box.fill("");
    await fresh.close();
  });

  test("a message can be started while only the first screen is loaded", async () => {
    const { origin } = new URL(page.url());
    const options = { baseURL: origin, storageState: await page.context().storageState() };
    // Without the service worker, which has everything already.
    const context = await page
      .context()
      .browser()
      ?.newContext({ ...options, serviceWorkers: "block" });
    assert.ok(context);
    const fresh = await context.newPage();
    const rest = Promise.withResolvers<void>();
    await fresh.route(/\/assets\/(?!index-|ahead-)[^/]+\.js/, async (route) => {
      await rest.promise;
      await route.continue();
    });
    await fresh.goto("/#inbox");
    await fresh.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await fresh.keyboard.press("c");
    await fresh.keyboard.type("launch");
    await fresh.keyboard.press("Enter");
    await fresh.keyboard.type("Moons");
    rest.resolve();
    await fresh.getByRole("combobox", { name: "Topic" }).waitFor();
    const inputOf = (name: string) => fresh.getByRole("combobox", { name }).inputValue();
    await until("what was typed is there", async () => (await inputOf("Topic")) === "Moons");
    assert.equal(await inputOf("Choose a channel"), "launch");
    await context.close();
  });

  test("what Enter does is a choice beside Send", async () => {
    await open("Harbour map");
    await text().fill("One");
    await page.keyboard.press("Shift+Enter");
    assert.equal(await text().inputValue(), "One\n");
    await page.getByRole("button", { name: "Send options" }).click();
    await page.getByRole("menuitem", { name: "Enter starts a new line" }).click();
    const enterSends = async () =>
      ((await ada.call(registration.register, { fetch_event_types: ["user_settings"] })).user_settings as UserSettings)
        .enter_sends;
    await until("it is remembered", async () => (await enterSends()) === false);
    await text().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal((await text().inputValue()).trimEnd(), "One");
    assert.ok(!(await isSent("One")));
    await page.getByRole("button", { name: "Send options" }).click();
    await page.getByRole("menuitem", { name: "Enter sends" }).click();
    await until("it is remembered", enterSends);
    await text().fill("");
  });

  test("a failure in the composer takes nothing with it, and keeps the text", async () => {
    // In a page of its own, whose console may report the failure.
    const broken = await page.context().newPage();
    await broken.goto(`/#narrow/channel/${channelId}/topic/Harbour.20map`);
    const box = broken.getByLabel("Write a message", { exact: true });
    await box.fill("Worth keeping ");
    await broken.evaluate(() => {
      const { formatToParts } = Intl.DateTimeFormat.prototype;
      Object.assign(window, { mend: () => Object.assign(Intl.DateTimeFormat.prototype, { formatToParts }) });
      Intl.DateTimeFormat.prototype.formatToParts = () => {
        throw new Error("broken on purpose");
      };
    });
    await box.press("End");
    await broken.keyboard.type("<time");
    await broken.getByText("The composer stopped working.").waitFor();
    assert.equal(await box.inputValue(), "Worth keeping <time");
    assert.equal(await broken.getByRole("feed").count(), 1);
    await noViolations(broken);
    await box.fill("Well worth keeping");
    await broken.evaluate(() => (window as unknown as { mend(): void }).mend());
    await broken.getByRole("button", { name: "Try again" }).click();
    await broken.getByRole("button", { name: "Bold" }).waitFor();
    assert.equal(await box.inputValue(), "Well worth keeping");
    await box.fill("");
    await broken.close();
  });

  test("whoever is writing goes on when somebody resolves the topic", async () => {
    const message_id = await ben.sends("launch", "Fog", "None today.");
    await open("Fog");
    await text().fill("No ");
    await text().press("End");
    const propagate_mode = "change_all" as const;
    await ben.call(messageEditing.editMessage, { message_id, topic: "✔ Fog", propagate_mode });
    await page.waitForURL(/topic\/\.E2\.9C\.94\.20Fog/);
    await page.keyboard.type("fog");
    assert.equal(await text().inputValue(), "No fog");
    await text().fill("");
    await open("Harbour map");
  });

  test("people without a time zone complete times too", async () => {
    const tim = await server.member("Tim");
    await tim.joins("launch");
    const theirs = await openWindow(lifetime, page.context().browser() as Browser, `http://localhost:${server.port}`);
    // Otherwise the window would give them the time zone of its computer.
    await theirs.route("**/json/settings", (route) => route.fulfill({ json: { result: "success", msg: "" } }));
    await entersAs(theirs, { email: tim.email, password: PASSWORD });
    await theirs.getByRole("heading", { level: 1, name: "Inbox" }).waitFor({ timeout: 60_000 });
    await theirs.goto(`/#narrow/channel/${channelId}/topic/Harbour.20map`);
    const box = theirs.getByLabel("Write a message", { exact: true });
    await box.click();
    await theirs.keyboard.type("<time");
    await theirs.getByRole("listbox").getByRole("option").first().waitFor();
    await theirs.keyboard.press("Tab");
    assert.match(await box.inputValue(), /^<time:\d{4}-/);
    const { user_settings } = await tim.call(registration.register, { fetch_event_types: ["user_settings"] });
    assert.equal(user_settings?.timezone, "");
    await theirs.close();
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

  const pictures = () => page.getByRole("list", { name: "Pictures" }).getByRole("listitem");
  const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const pastes = (name: string) =>
    text().evaluate(
      (field, [called, pixel]) => {
        const carried = new DataTransfer();
        const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
        carried.items.add(new File([bytes], called, { type: "image/png" }));
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true }));
      },
      [name, PIXEL] as const,
    );

  test("a pasted picture is a thumbnail that can be removed, and goes with the message as a link", async () => {
    await text().fill("Look at this");
    await pastes("pier.png");
    await page.getByRole("button", { name: "Remove pier.png" }).waitFor();
    assert.equal(await text().inputValue(), "Look at this");
    await pastes("mole.png");
    await page.getByRole("button", { name: "Remove mole.png" }).click();
    await until("the other one is left", async () => (await pictures().count()) === 1);
    await noViolations(page);
    await until("it is in the draft", async () =>
      // An earlier one may still have the picture that was removed.
      (await contents()).some((each) => /^Look.*\n\[pier\.png\]/.test(each) && !each.includes("mole.png")),
    );
    await page.reload();
    await page.getByRole("button", { name: "Remove pier.png" }).waitFor();
    await text().press("Enter");
    await until("it was sent", () => isSent("pier.png"));
    await pictures().waitFor({ state: "detached" });
  });

  test("a picture that could not be uploaded says so, can be tried again, and holds the message back until then", async () => {
    await page.route("**/json/user_uploads", (route) =>
      route.fulfill({ status: 400, json: { result: "error", msg: "The disk is full." } }),
    );
    await pastes("wreck.png");
    const again = page.getByRole("button", { name: "Upload wreck.png again" });
    await again.waitFor();
    await text().press("Enter");
    await text().fill("The wreck");
    await text().press("Enter");
    assert.equal(await text().inputValue(), "The wreck");
    await page.unroute("**/json/user_uploads");
    // It arrives in this conversation, also while another one is open.
    let arrive = () => {};
    const held = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route("**/json/user_uploads", async (route) => {
      await held;
      await route.continue();
    });
    await again.click();
    await page.getByRole("progressbar", { name: "wreck.png" }).waitFor();
    await text().press("Enter");
    await page.getByText("Sends when the uploads finish").waitFor();
    await open("Beta freeze");
    arrive();
    await until("it was sent", () => isSent("wreck.png"));
    await page.unroute("**/json/user_uploads");
    await holds("");
    await open("Harbour map");
    await holds("");
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
    await page.getByText(/slow-phones\.csv is/).waitFor({ state: "detached" });
  });

  test("an edit from another device updates a draft that is not being edited", async () => {
    await text().fill("Here");
    await page.getByText("Draft saved").waitFor();
    const [draft] = (await ada.call(drafts.getDrafts, {})).drafts.filter(({ content }) => content === "Here");
    assert.ok(draft);
    const { type, to, topic } = draft;
    await ada.call(drafts.editDraft, { draft_id: draft.id, draft: { type, to, topic, content: "There, and longer" } });
    await holds("There, and longer");
  });

  test("users link to a message of a topic by choosing it", async () => {
    const id = await ben.sends("launch", "Beta freeze", "Six sharp.");
    await text().fill("");
    await text().click();
    await page.keyboard.type("See #launch>beta fr");
    await suggestions().first().waitFor();
    await page.keyboard.press("Tab");
    await holds("See #**launch>Beta freeze** ");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("@");
    await suggestions().filter({ hasText: "Six sharp." }).waitFor();
    await page.keyboard.press("Tab");
    await holds(`See #**launch>Beta freeze@${id}** `);
  });

  test("/remind sets a reminder for the conversation, with the rest as the note, and sends no message", async () => {
    await open("Harbour map");
    await text().fill("/remind Ask for the tide tables");
    await page.keyboard.press("Enter");
    const remind = page.getByRole("dialog", { name: "Remind me" });
    await remind.waitFor();
    assert.equal(await remind.getByLabel("Note").inputValue(), "Ask for the tide tables");
    // Until there is a reminder, the words stay where they are.
    assert.equal(await text().inputValue(), "/remind Ask for the tide tables");
    await page.keyboard.press("Escape");
    await remind.waitFor({ state: "detached" });
    assert.equal(await text().inputValue(), "/remind Ask for the tide tables");
    await text().press("Enter");
    await remind.getByRole("button", { name: /^Tomorrow/ }).click();
    await page.locator(".toast", { hasText: "Reminder set" }).waitFor();
    await holds("");
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

    // A quotation is kept with the sentence, and the boxes of other conversations stay.
    await (server.owner as Person).sends("all-hands", "News", "We moved.");
    await page.getByRole("feed").getByText("We moved.").click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press(">");
    await until("the quotation is here", async () => (await text().count()) === 1);
    await page.getByText("Only moderators post in all-hands.").waitFor();
    assert.ok(await page.getByRole("button", { name: "Send", exact: true }).isDisabled());
    await page.goto(`/#narrow/dm/${ben.id}`);
    await page.getByRole("heading", { level: 1, name: "Ben" }).waitFor();
    await text().waitFor();
    assert.doesNotMatch(await text().inputValue(), /We moved/);

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
