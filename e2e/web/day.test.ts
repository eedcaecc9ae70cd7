/** Two people go through a day, from setting the server up to its restart, each in a browser of their own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Office } from "./support/office.ts";
import type { Seat } from "./support/seat.ts";

const OLIVIA = "Olivia Owner";
const ADA = "Ada Lovelace";
const TIDES = "#general > tides";

test("two people go through a day", async (t) => {
  const office = await Office.opens(t);
  let isOver = false;
  /** What comes later stands on what was before: the first failure ends the day, with pictures of what was seen. */
  const step = (name: string, does: () => Promise<void>) =>
    t.test(name, { skip: isOver }, async () => {
      await does().catch(async (error: unknown) => {
        isOver = true;
        throw new Error(`See ${await office.pictures()}`, { cause: error });
      });
    });
  let olivia!: Seat;
  let ada!: Seat;

  await step("Olivia sets the server up and finds a welcome", async () => {
    olivia = await office.isSetUpBy(OLIVIA, "Tideline");
    await olivia.row("Inbox, 3 unread").waitFor();
    await olivia.reads("welcome");
  });

  await step("she invites Ada, who accepts", async () => {
    await olivia.page.goto("/#invite");
    await olivia.dialog.getByLabel("Email addresses, as many as you like").fill("ada@example.com");
    await olivia.dialog.getByRole("button", { name: "Invite 1 person" }).click();
    await olivia.reads("1 invitation is on its way.");
    ada = await office.joins(ADA);
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

  await step("names, channels and emoji are completed while one writes", async () => {
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
    assert.match(
      await olivia.composer.inputValue(),
      /^@\*\*Ada Lovelace\*\* see #\*\*general\*\* +:tada: \*\*now\*\*$/,
    );
    await olivia.press("Alt+p");
    await olivia.page.locator(".composer").getByText("@Ada Lovelace").waitFor();
    await olivia.press("Alt+p");
    await olivia.sends();
    const mention = ada.message("@Ada Lovelace see");
    await mention.waitFor();
    assert.match((await mention.getAttribute("aria-label")) ?? "", /mentions you/);
  });

  await step("Olivia corrects herself, and Ada sees it and its history", async () => {
    await olivia.says("High water at 10:04");
    await ada.sees("High water at 10:04");
    await olivia.pointsAt("High water at 10:04");
    await olivia.press("e");
    const edited = olivia.page.getByRole("textbox", { name: "Edit message" });
    await edited.fill("High water at 10:40");
    await edited.press("Control+Enter");
    await ada.sees("High water at 10:40");
    await ada.message("High water at 10:40").getByRole("button", { name: "edited" }).click();
    await ada.dialog.getByText("Olivia Owner edited it").waitFor();
    await ada.press("Escape");
  });

  await step("Ada reacts, and Olivia joins her", async () => {
    await ada.pointsAt("High water at 10:40");
    await ada.press("+");
    const thumbs = olivia.message("High water at 10:40").getByRole("button", { name: "reacted with" });
    await thumbs.waitFor();
    await thumbs.click();
    await ada.message("High water at 10:40").locator(".react", { hasText: "2" }).waitFor();
  });

  await step("what is about something else moves, and its readers follow", async () => {
    await ada.says("By the way, who brings cake?");
    await olivia.pointsAt("who brings cake?");
    await olivia.press("m");
    await olivia.dialog.getByRole("combobox", { name: "Topic" }).fill("cake");
    await olivia.press("Escape");
    await olivia.dialog.getByRole("button", { name: "Move 1 message" }).click();
    await olivia.dialog.waitFor({ state: "detached" });
    await olivia.seesNot("who brings cake?");
    await ada.goes("#general > cake");
    await ada.sees("who brings cake?");
    await ada.sees("moved here");
  });

  await step("the topic is resolved and says by whom", async () => {
    await olivia.goes(TIDES);
    await olivia.button("Resolve").click();
    await olivia.button("Reopen").waitFor();
    await ada.goes("#general > ✔ tides").catch(() => ada.goes("#general > tides"));
    await ada.reads("Resolved by Olivia Owner");
  });
});
