/** Two people go through a day, from setting the server up to its restart, each in a browser of their own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserScreen } from "./support/user-screen.ts";
import { BrowserScene } from "./support/workspace.ts";

const OLIVIA = "Olivia Owner";
const ADA = "Ada Lovelace";
const TIDES = "#harbour > tides";
const CAKE = "#harbour > cake";

test("two people go through a day", async (t) => {
  const workspace = await BrowserScene.opens(t);
  let isOver = false;
  /** Later steps depend on earlier ones: the first failure ends the day, with screenshots. */
  const step = (name: string, does: () => Promise<void>) =>
    t.test(name, { skip: isOver }, async () => {
      await does().catch(async (error: unknown) => {
        isOver = true;
        throw new Error(`See ${await workspace.pictures()}`, { cause: error });
      });
    });
  let olivia!: UserScreen;
  let ada!: UserScreen;

  await step("Olivia sets up the server and finds a welcome", async () => {
    olivia = await workspace.isSetUpBy(OLIVIA, "Tideline");
    await olivia.row("Inbox, 3 unread").waitFor();
    await olivia.reads("welcome");
  });

  await step("she invites Ada, who accepts", async () => {
    await olivia.page.goto("/#invite");
    await olivia.dialog.getByLabel("Email addresses, one or more").fill("ada@example.com");
    await olivia.dialog.getByRole("button", { name: "Invite 1 person" }).click();
    await olivia.reads("1 invitation sent.");
    ada = await workspace.joins(ADA);
  });

  await step("Olivia creates a channel, and Ada finds and joins it", async () => {
    await olivia.page.goto("/#channels/new");
    await olivia.dialog.getByLabel("Name").fill("harbour");
    await olivia.press("Enter");
    await olivia.dialog.getByRole("button", { name: "Create channel" }).click();
    await olivia.isAt("harbour");
    await ada.page.goto("/#channels/available");
    const listed = ada.page.getByRole("main").getByRole("listitem").filter({ hasText: "harbour" });
    await listed.getByRole("button", { name: "Subscribe" }).click();
    await ada.row("harbour").waitFor();
  });

  await step("they talk in a new topic, and each sees the other at once", async () => {
    await olivia.writes(TIDES, "The **tide tables** are here");
    await ada.row("tides, 1 unread").click();
    await ada.isAt("tides");
    await ada.sees("The tide tables are here");
    assert.equal(await ada.message("The tide tables").locator("strong").innerText(), "tide tables");
    await ada.says("Thank you, reading");
    await olivia.goes(TIDES);
    await olivia.sees("Thank you, reading");
  });

  await step("names, channels and emoji are completed while typing", async () => {
    await olivia.composer.focus();
    await olivia.types("@ada");
    await olivia.page.getByRole("option", { name: ADA }).waitFor();
    await olivia.press("Enter");
    await olivia.types("see #gen");
    await olivia.page.getByRole("option", { name: "general" }).first().waitFor();
    await olivia.press("Tab");
    await olivia.types(" :tad");
    await olivia.page.getByRole("option", { name: "tada" }).first().waitFor();
    await olivia.press("Tab");
    await olivia.types("now");
    await olivia.press("Control+Shift+ArrowLeft");
    await olivia.press("Control+b");
    await olivia.hasWritten(/^@\*\*Ada Lovelace\*\* see #\*\*general\*\* +:tada: \*\*now\*\*$/);
    await olivia.press("Alt+p");
    await olivia.page.locator(".composer").getByText("@Ada Lovelace").waitFor();
    await olivia.press("Alt+p");
    await olivia.sends();
    const mention = ada.message("@Ada Lovelace see");
    await mention.waitFor();
    await mention.and(ada.page.getByLabel(/mentions you/)).waitFor();
  });

  await step("Olivia corrects herself, and Ada sees it and its history", async () => {
    await olivia.says("High water at 10:04");
    await ada.sees("High water at 10:04");
    await olivia.pointsAt("High water at 10:04");
    await olivia.press("e");
    const edited = olivia.page.getByRole("textbox", { name: "Edit message" });
    await edited.fill("High water at 10:40");
    await edited.press("Enter");
    await ada.sees("High water at 10:40");
    await ada.message("High water at 10:40").getByRole("button", { name: "edited" }).click();
    await ada.dialog.getByText("Edited by Olivia Owner").waitFor();
    await ada.press("Escape");
  });

  await step("Ada reacts, and Olivia joins her", async () => {
    await ada.pointsAt("High water at 10:40");
    await ada.press("+");
    const thumbs = olivia.message("High water at 10:40").getByRole("button", { name: "reacted with" });
    await thumbs.waitFor();
    await thumbs.click();
    await ada.message("High water at 10:40").getByRole("button", { name: "You and Olivia Owner reacted" }).waitFor();
  });

  await step("off-topic messages move, and their readers find them", async () => {
    await ada.says("By the way, who brings cake?");
    await olivia.pointsAt("who brings cake?");
    await olivia.press("m");
    await olivia.dialog.getByRole("combobox", { name: "Topic" }).fill("cake");
    await olivia.dialog.getByRole("button", { name: "Move 1 message" }).click();
    await olivia.dialog.waitFor({ state: "detached" });
    await olivia.seesNot("who brings cake?");
    await ada.goes(CAKE);
    await ada.sees("who brings cake?");
    await ada.sees("here from");
  });

  await step("a topic is resolved, and says by whom", async () => {
    await olivia.goes(TIDES);
    await olivia.button("Resolve").click();
    await olivia.button("Reopen").waitFor();
    await ada.goes(TIDES);
    await ada.reads("Resolved by Olivia Owner");
    await olivia.button("Reopen").click();
    await ada.page.getByText("Resolved by Olivia Owner").waitFor({ state: "detached" });
  });

  await step("a file is uploaded with progress, and sent when the upload is complete", async () => {
    await olivia.page.route("**/user_uploads", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const buffer = Buffer.from("station,height\nBrest,6.9\n");
    const chooser = olivia.page.waitForEvent("filechooser");
    await olivia.button("Attach files").click();
    await (await chooser).setFiles({ name: "tides.csv", mimeType: "text/csv", buffer });
    await olivia.page.getByRole("progressbar", { name: "tides.csv" }).waitFor();
    await olivia.page.getByRole("progressbar", { name: "tides.csv" }).waitFor({ state: "detached" });
    await olivia.hasWritten(/^\[tides\.csv\]\(\/user_uploads\//);
    await olivia.sends();
    const file = ada.message("tides.csv").getByRole("link").first();
    await file.waitFor();
    const response = await ada.page.request.get((await file.getAttribute("href")) ?? "");
    assert.equal(await response.text(), buffer.toString());
  });

  await step("a search finds an earlier message and highlights the words", async () => {
    await ada.searches("tables");
    await ada.sees("The tide tables are here");
    assert.equal(await ada.message("The tide tables").locator(".highlight").innerText(), "tables");
    await ada.pointsAt("The tide tables");
    await ada.press("z");
    await ada.isAt("tides");
  });

  await step("Ada marks messages as unread, and they stay unread", async () => {
    await ada.pointsAt("High water at 10:40");
    await ada.press("Shift+U");
    await ada.reads("Keeping messages unread");
    await ada.row(/^tides, \d+ unread/).waitFor();
    await ada.goes("Recent");
    await ada.row(/^tides, \d+ unread/).waitFor();
    await ada.goes(TIDES);
    await ada.press("End");
    await ada.row("tides").waitFor();
  });

  await step("a draft appears on the other device", async () => {
    const phone = await workspace.opens(OLIVIA);
    await olivia.writes(CAKE, "I could bring", { unsent: true });
    await olivia.reads("Draft saved");
    await phone.page.goto("/#drafts");
    await phone.reads("I could bring");
    await phone.page.getByRole("button", { name: /I could bring/ }).click();
    await phone.isAt("cake");
    await phone.hasWritten(/^I could bring$/);
    await phone.composer.fill("I could bring apple cake");
    await phone.sends();
    await phone.sees("I could bring apple cake");
    await phone.page.close();
    await olivia.page.goto("/#drafts");
    await olivia.reads("No drafts. Unsent messages are saved here.");
  });

  await step("a message is scheduled, and sent early", async () => {
    await olivia.writes(CAKE, "The cake is gone", { unsent: true });
    await olivia.button("Send options").click();
    await olivia.page.getByRole("menuitem", { name: "Send later" }).click();
    await olivia.dialog.getByRole("button", { name: "Schedule" }).click();
    await olivia.reads("Scheduled for");
    await olivia.page.goto("/#scheduled");
    await olivia.reads("The cake is gone");
    await olivia.button("Send now").click();
    await olivia.page.goto("/#inbox");
    await ada.goes(CAKE);
    await ada.sees("The cake is gone");
  });

  await step("people read and write offline, and everything is sent once when they are back", async () => {
    await olivia.goes(CAKE);
    await ada.page.context().setOffline(true);
    await ada.says("Written on the train");
    await ada.reads("Waiting for the connection");
    await ada.reads("Offline since");
    await olivia.says("And we have coffee");
    await ada.page.context().setOffline(false);
    await olivia.seesOnce("Written on the train");
    await ada.sees("And we have coffee");
    await ada.page.getByText("Offline since").waitFor({ state: "detached" });
  });

  await step("the server restarts, and nobody has to do anything", async () => {
    await workspace.server.stop();
    await ada.says("Is anybody there?");
    await olivia.says("I am");
    await workspace.server.start();
    await olivia.seesOnce("Is anybody there?");
    await ada.seesOnce("I am");
    await ada.says("Good");
    await olivia.seesOnce("Good");
  });
});
