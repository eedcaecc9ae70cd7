/** The pages of channels: what an owner, a moderator, a member and a guest see and may change, and that others see it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channelFolders, channelReading, channels, groups, messages, users } from "@parley/server/contract";
import type { Browser, Page } from "playwright-core";
import { sendMailTo } from "../../server/test/mail-program.ts";
import { noViolations } from "../support/axe.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import type { Person } from "../support/person.ts";
import { freePort } from "../support/ports.ts";
import { newServer, PASSWORD, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";
import { entersAs } from "./support/doors.ts";
import { fitsAPhone, SMALLEST_PHONE } from "./support/touch.ts";

const [MODERATOR, GUEST] = [300, 600] as const;
const BY_ADMINISTRATORS = "Only administrators of this channel can change this.";

describe("pages of channels", () => {
  const farewells: (() => unknown)[] = [];
  const lifetime = { after: (leave: () => unknown) => void farewells.push(leave) };
  let server: Server;
  let mailPort: number;
  let owner: Person;
  let ada: Person;
  let mo: Person;
  let gil: Person;
  let browser: Browser;
  /** The owner's window, and a member's. */
  let page: Page;
  let members: Page;
  /** The id of the channel launch, which everybody is subscribed to. */
  let launch: number;

  const opens = async (person: Person, address: string, device?: typeof SMALLEST_PHONE): Promise<Page> => {
    const opened = await openWindow(lifetime, browser, `http://localhost:${server.port}`, {
      ...(device && { device }),
      loadsOnce: true,
    });
    await entersAs(opened, { email: person.email, password: PASSWORD }, address);
    return opened;
  };
  const heading = (name: string, at = page) => at.getByRole("heading", { name, exact: true, level: 1 });
  const row = (key: string, at = page) => at.locator(`[data-setting="${key}"]`);
  const tabOf = (id: number, tab: string) => `/#channels/${id}/x/${tab}`;
  const both = async (tab: string) => {
    for (const window of [page, members]) {
      await window.goto(tabOf(launch, tab));
      await heading("launch", window).waitFor();
    }
  };
  const undo = () => page.getByRole("button", { name: "Undo" }).click();
  const idOf = async (stream: string) => (await owner.call(channelReading.getChannelId, { stream })).stream_id;
  const subscribersOf = async (stream_id: number) =>
    (await owner.call(channelReading.getChannelMembers, { stream_id })).subscribers;

  before(async () => {
    mailPort = await freePort();
    server = await newServer(lifetime, "sqlite", {
      PARLEY_MAIL_IN_ADDRESS: "*@in.example.com",
      PARLEY_MAIL_IN_PORT: String(mailPort),
      // Nobody in a test asks the real DNS.
      PARLEY_MAIL_IN_SENDERS: "trusted",
    });
    owner = server.owner as Person;
    [ada, mo, gil] = [await server.member("Ada"), await server.member("Mo"), await server.member("Gil")];
    await owner.call(users.updateUser, { user_id: mo.id, role: MODERATOR });
    await owner.joins("launch");
    await owner.call(channels.subscribe, {
      subscriptions: [{ name: "launch" }],
      principals: [ada.id, mo.id, gil.id] as never,
      send_new_subscription_messages: false,
    });
    await owner.call(users.updateUser, { user_id: gil.id, role: GUEST });
    launch = await idOf("launch");
    await owner.call(channelFolders.createFolder, { name: "Product" });
    browser = await openBrowser(lifetime);
    page = await opens(owner, tabOf(launch, "general"));
    members = await opens(ada, tabOf(launch, "general"));
  });
  after(async () => {
    for (const leave of farewells.reverse()) await leave();
  });

  test("a name, description and folder are saved where they stand, and others see them at once", async () => {
    await both("general");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("harbour");
    await name.press("Enter");
    await heading("harbour", members).waitFor();
    await row("new_name", members).getByText(BY_ADMINISTRATORS).waitFor();
    assert.equal(await members.getByRole("main").getByRole("textbox").count(), 0);
    await undo();
    await heading("launch", members).waitFor();
    await page.getByLabel("Description").fill("Everything for the day");
    await page.getByLabel("Description").blur();
    await page.getByLabel("Folder").selectOption("Product");
    await row("description", members).getByText("Everything for the day").waitFor();
    await row("folder_id", members).getByText("Product").waitFor();
    await name.fill("  ");
    await name.press("Enter");
    await row("new_name").getByRole("alert").waitFor();
    await until("the old name is back", async () => (await name.inputValue()) === "launch");
  });

  test("topics, retention and new people: each with its own rule", async () => {
    await page.getByLabel("Topics").selectOption("Topic is required");
    await row("topics_policy", members).getByText("Topic is required").waitFor();
    await page.getByLabel("Keep messages").selectOption("90 days");
    await row("message_retention_days", members).getByText("90 days").waitFor();
    await page.getByLabel("Keep messages").selectOption("Organization default");
    await row("message_retention_days", members).getByText("Organization default").waitFor();
    await page.getByRole("switch", { name: "Default channel" }).check();
    await row("is_default_stream", members).getByText("On", { exact: true }).waitFor();
    await row("is_default_stream", members).getByText("Only administrators can change this.").waitFor();
    // What every newcomer gets cannot be private.
    const choice = page.getByRole("radio", { name: "Only subscribers, with full history" });
    await until("it is refused", () => choice.isDisabled());
    await row("privacy").getByText("Default channels for new people can’t be private.").first().waitFor();
    await page.getByRole("switch", { name: "Default channel" }).uncheck();
    await until("it can be chosen", () => choice.isEnabled());
  });

  test("who can read it is saved after its consequences are said, and can be undone", async () => {
    await page.getByRole("radio", { name: "Only subscribers, from when they join" }).check();
    await row("privacy").getByText("Only the 4 subscribers keep access.").waitFor();
    await row("privacy").getByText("Subscribers will see only messages sent while they are subscribed.").waitFor();
    await noViolations(page);
    await row("privacy", members).getByText("Everyone in").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await row("privacy", members).getByText("Only subscribers, from when they join").waitFor();
    await row("is_default_stream").getByText("Private channels can’t be default channels.").waitFor();
    await undo();
    await row("privacy", members).getByText("Everyone in").waitFor();
  });

  test("the address for email is shown with its options, to be copied", async () => {
    await row("email_address", members).getByRole("button", { name: "Show address" }).click();
    const dialog = members.getByRole("dialog", { name: "Email address of launch" });
    const shows = (ending: RegExp) =>
      until(`it ends with ${ending}`, async () => ending.test(await dialog.getByRole("textbox").inputValue()));
    await shows(/^launch\.[a-z2-7]+\.show-sender@in\.example\.com$/);
    const first = await dialog.getByRole("textbox").inputValue();
    await dialog.getByText("Signatures").click();
    await dialog.getByText("The sender of the email").click();
    await shows(/^launch\.[a-z2-7]+\.include-footers@in\.example\.com$/);
    await dialog.getByLabel("Posted by").selectOption("You, for email from your own address");
    await until("another sender has another address", async () => {
      const now = await dialog.getByRole("textbox").inputValue();
      return (
        now.endsWith(".include-footers@in.example.com") && !now.startsWith(first.split(".show-sender")[0] as string)
      );
    });
    await noViolations(members);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    // And the server that is built receives it.
    const mail = { from: "vera@elsewhere.example", to: first, subject: "News", html: "<p>From <b>far</b> away</p>" };
    const { response } = await sendMailTo(mailPort, mail);
    assert.match(response, /^250 /);
    const narrow = [{ operator: "channel", operand: launch }];
    const {
      messages: [posted],
    } = await owner.call(messages.getMessages, {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    assert.equal(posted?.content, "**From:** vera@elsewhere.example\nFrom **far** away");
    // Only whoever administers the channel can replace the addresses, and then this one has ended.
    assert.equal(await row("replace_email_address", members).count(), 0);
    await row("replace_email_address").getByRole("button", { name: "Replace addresses" }).click();
    const question = page.getByRole("alertdialog", { name: "Replace the email addresses of launch?" });
    await question.getByText("Services and people that send email here need a new address.").waitFor();
    await noViolations(page);
    await question.getByRole("button", { name: "Replace addresses" }).click();
    await until("the old address is refused", async () => (await sendMailTo(mailPort, mail)).code === 550);
  });

  test("permissions are chosen as in the organization, and saved together", async () => {
    await both("permissions");
    const key = "can_send_message_group";
    await row(key).getByRole("button", { name: "Remove Everyone, including guests" }).click();
    await page.keyboard.type("mod");
    await page.keyboard.press("Enter");
    await page.keyboard.type("ada");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save changes" }).click();
    await row(key, members).getByText("Moderators and Ada").waitFor();
    await row(key, members).getByText(BY_ADMINISTRATORS).waitFor();
    assert.equal(await members.getByRole("main").getByRole("combobox").count(), 0);
    await undo();
    await row(key, members).getByText("Everyone, including guests").waitFor();
  });

  test("people are added by name, as a group, from another channel and from a pasted list", async () => {
    const [bea, cem, eve] = [await server.member("Bea"), await server.member("Cem"), await server.member("Eve")];
    await bea.joins("tides");
    await owner.call(groups.createUserGroup, { name: "designers", description: "", members: [cem.id, ada.id] });
    await both("subscribers");
    const field = page.getByRole("combobox", { name: /People, groups, or everyone/ });
    await field.focus();
    await page.keyboard.type("desig");
    await page.getByRole("option", { name: "designers (2)" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("tides");
    await page.keyboard.press("Enter");
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, `Mo; ${eve.email}, nobody@example.com`);
    await page.getByText("Not found: nobody@example.com.").waitFor();
    // Ada and Mo are subscribed already.
    await page.getByRole("button", { name: "Add 3 people" }).click();
    await members.getByRole("cell", { name: "Eve" }).waitFor();
    assert.equal((await subscribersOf(launch)).length, 7);
    await undo();
    await members.getByRole("cell", { name: "Eve" }).waitFor({ state: "detached" });
    assert.equal((await subscribersOf(launch)).length, 4);
    await page.getByRole("row", { name: /Mo/ }).getByText("Moderator").waitFor();
    await page.getByRole("row", { name: /Ada/ }).getByText("Active").waitFor();
  });

  test("a person is removed with undo, and members remove only themselves", async () => {
    assert.deepEqual(
      await members
        .getByRole("main")
        .getByRole("button", { name: /^Remove / })
        .allTextContents(),
      ["Remove"],
    );
    await members.getByRole("button", { name: "Remove Ada" }).waitFor();
    await page.getByRole("button", { name: "Remove Mo" }).click();
    await members.getByRole("cell", { name: /^Mo (Active|Away)/ }).waitFor({ state: "detached" });
    await page.getByText("Mo is no longer subscribed.").waitFor();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await members.getByRole("cell", { name: /^Mo (Active|Away)/ }).waitFor();
  });

  test("a member sets colour, pin, mute and notifications for themselves", async () => {
    await members.goto(tabOf(launch, "personal"));
    await members.getByRole("switch", { name: "Pin to the top" }).check();
    await members.getByText("Saved", { exact: true }).waitFor();
    await row("desktop_notifications", members).getByText("Default").waitFor();
    await members.getByRole("switch", { name: "Desktop notifications" }).click();
    await row("desktop_notifications", members).getByText("Default").waitFor({ state: "detached" });
    await members.getByRole("button", { name: "Change colour" }).click();
    await members.getByRole("dialog").getByRole("button", { name: "Set colour" }).click();
    const stored = async () => {
      const { subscriptions } = await ada.call(channels.getSubscriptions, {});
      return subscriptions.find(({ stream_id }) => stream_id === launch);
    };
    await until("it is stored", async () => (await stored())?.desktop_notifications === true);
    assert.equal((await stored())?.pin_to_top, true);
    // Arrows lead through the tabs.
    await members.locator(".set").focus();
    await members.keyboard.press("ArrowRight");
    await members.getByRole("cell", { name: /^Mo (Active|Away)/ }).waitFor();
    await members.getByRole("button", { name: "Unsubscribe" }).click();
    await members.goto(tabOf(launch, "personal"));
    await members.getByText("Subscribe to the channel to set these.").waitFor();
    await members.getByRole("button", { name: "Subscribe" }).click();
    await members.getByRole("switch", { name: "Mute" }).waitFor();
  });

  test("a channel is archived after a question, and unarchived by an administrator", async () => {
    await both("general");
    await page.getByRole("button", { name: "Archive channel" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Archive launch?" });
    await dialog.getByText("An administrator can unarchive it at any time.").waitFor();
    await noViolations(page);
    await dialog.getByRole("button", { name: "Archive channel" }).click();
    await members.getByText("This channel is archived.").waitFor();
    await members.getByText("Only administrators can unarchive a channel.").waitFor();
    await page.getByRole("button", { name: "Unarchive channel" }).click();
    await members.getByText("This channel is archived.").waitFor({ state: "detached" });
  });

  test("a moderator creates a channel with its own rules, and administers it and no other", async () => {
    const moderators = await opens(mo, "/#channels/new");
    const dialog = moderators.getByRole("dialog", { name: "New channel" });
    await dialog.getByLabel("Name").fill("moorings");
    await dialog.getByLabel("Folder").selectOption("Product");
    await dialog.getByRole("button", { name: "More settings" }).click();
    // New people and retention are for administrators and owners.
    assert.equal(await dialog.getByText("Subscribe new people to it").count(), 0);
    assert.equal(await dialog.getByLabel("Keep messages").count(), 0);
    await dialog.getByLabel("Topics", { exact: true }).selectOption("Topic is required");
    await dialog.getByLabel("Who may post").focus();
    await moderators.keyboard.press("Backspace");
    await moderators.keyboard.type("moder");
    await moderators.keyboard.press("Enter");
    await noViolations(moderators);
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("combobox", { name: "Add people or groups" }).fill("launch");
    await moderators.getByRole("option", { name: "Subscribers of launch (4)" }).click();
    await dialog.getByText("4 people", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await heading("moorings", moderators).waitFor();
    const moorings = await idOf("moorings");
    assert.equal((await subscribersOf(moorings)).length, 4);
    await moderators.goto(tabOf(moorings, "permissions"));
    await row("can_send_message_group", moderators).getByRole("button", { name: "Remove Moderators" }).waitFor();
    await moderators.goto(tabOf(moorings, "general"));
    await row("topics_policy", moderators).getByRole("combobox").waitFor();
    await row("message_retention_days", moderators).getByText("Only administrators can change this.").waitFor();
    await moderators.goto(tabOf(launch, "general"));
    await row("new_name", moderators).getByText(BY_ADMINISTRATORS).waitFor();
    await moderators.close();
  });

  test("a guest sees the channels they are in, changes nothing there, and finds no others", async () => {
    const guests = await opens(gil, tabOf(launch, "general"));
    await heading("launch", guests).waitFor();
    assert.equal(await guests.getByRole("main").locator("input, select, textarea").count(), 0);
    await guests.goto(tabOf(launch, "subscribers"));
    await guests.getByText("You may not add people to this channel.").waitFor();
    await noViolations(guests);
    await guests.goto(tabOf(await idOf("tides"), "general"));
    await guests.getByText("This channel does not exist, or you do not have access.").waitFor();
    await guests.close();
  });

  test("folders are created, ordered with the keyboard, filled, renamed and archived", async () => {
    for (const window of [page, members]) {
      await window.goto("/#organization/channel-folders");
      await heading("Channels and folders", window).waitFor();
    }
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Harbours");
    await page.keyboard.press("Enter");
    const names = (at: Page) => at.locator(".folder h3").allTextContents();
    await until("others see it", async () => (await names(members)).join() === "Product,Harbours");
    await page.getByRole("button", { name: "Move Harbours up" }).focus();
    await page.keyboard.press("Enter");
    await until("others see the order", async () => (await names(members)).join() === "Harbours,Product");
    const harbours = (at: Page) => at.getByRole("region", { name: "Harbours" });
    await harbours(page).getByLabel("Add a channel to Harbours").selectOption("tides");
    await harbours(members).getByRole("link", { name: "tides" }).waitFor();
    assert.equal(await harbours(members).getByRole("button").count(), 0);
    await harbours(page).getByRole("button", { name: "Actions for Harbours" }).click();
    await page.getByText("Remove its channels first.").waitFor();
    await page.getByRole("menuitem", { name: "Edit folder" }).click();
    await page.getByRole("dialog").getByLabel("Description").fill("Where ships are");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await harbours(members).getByText("Where ships are").waitFor();
    await harbours(page).getByRole("button", { name: "Remove tides" }).click();
    await harbours(members).getByRole("link", { name: "tides" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for Harbours" }).click();
    await page.getByRole("menuitem", { name: "Archive folder" }).click();
    await harbours(members).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Unarchive Harbours" }).click();
    await harbours(members).waitFor();
  });

  test("default channels and sets of them are changed by administrators, and seen by members", async () => {
    for (const window of [page, members]) {
      await window.goto("/#organization/default-channels-list");
      await heading("Default channels", window).waitFor();
    }
    const chip = (name: string, at: Page) => at.locator(".channel-chip", { hasText: name });
    await page.getByLabel("Add a default channel").selectOption("tides");
    await chip("tides", members).waitFor();
    await page.getByRole("button", { name: "Remove tides" }).click();
    await chip("tides", members).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New set" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Sailing");
    await page.keyboard.press("Enter");
    const sailing = (at: Page) => at.getByRole("region", { name: "Sailing" });
    await sailing(members).waitFor();
    await page.getByLabel("Add a channel to Sailing").selectOption("tides");
    await sailing(members).getByRole("link", { name: "tides" }).waitFor();
    assert.equal(await members.getByRole("main").getByRole("combobox").count(), 0);
    await page.getByRole("button", { name: "Edit Sailing" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Boats");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await members.getByRole("region", { name: "Boats" }).waitFor();
    await page.getByRole("button", { name: "Delete Boats" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await members.getByRole("region", { name: "Boats" }).waitFor({ state: "detached" });
  });

  const ADDRESSES = () => [
    ...["general", "personal", "subscribers", "permissions"].map((tab) => [tabOf(launch, tab), "launch"] as const),
    ["/#organization/channel-folders", "Channels and folders"] as const,
    ["/#organization/default-channels-list", "Default channels"] as const,
  ];

  test("no page has accessibility problems, for an owner and a member", async () => {
    for (const [address, title] of ADDRESSES())
      for (const window of [page, members]) {
        await window.goto(address);
        await heading(title, window).waitFor();
        await noViolations(window);
      }
  });

  test("everything fits a phone", async () => {
    const phone = await opens(owner, tabOf(launch, "general"), SMALLEST_PHONE);
    for (const [address, title] of ADDRESSES()) {
      await phone.goto(address);
      await heading(title, phone).waitFor();
      await fitsAPhone(phone);
    }
    await phone.goto("/#channels/new");
    await phone.getByRole("button", { name: "More settings" }).click();
    await phone.getByLabel("Who may post").waitFor();
    await fitsAPhone(phone);
    await phone.close();
  });
});
