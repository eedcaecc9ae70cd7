/** Messages, polls, to-do lists and the image viewer, as components in a real browser under the product's policy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "../../server/src/text/markdown/render.ts";
import { TEST_NAMES, TEST_OPTIONS } from "../../server/src/text/markdown/test-names.ts";
import { openBrowser, openWindow } from "../support/browser.ts";
import { serveMarkup } from "./markup-page.ts";

const ADA = 7;
const widget = (data: unknown, id = 1, sender_id = ADA) => ({
  id,
  sender_id,
  msg_type: "widget",
  content: JSON.stringify(data),
});
const POLL = widget({
  widget_type: "poll",
  extra_data: { question: "Which <b>logo</b>?", options: ["the owl", "the fox"] },
});
const TODO = widget({
  widget_type: "todo",
  extra_data: {
    task_list_title: "Before launch",
    tasks: [
      { task: "test", desc: "on both engines" },
      { task: "cake", desc: "" },
    ],
  },
});

test("messages and widgets in the browser", async (t) => {
  const site = await serveMarkup(t, "widgets/testing.tsx");
  const page = await openWindow(t, await openBrowser(t), site.address);
  await page.goto("/");
  await page.waitForFunction(() => "screenOf" in globalThis);
  const show = (shown: object) => page.evaluate(`screenOf.show(${JSON.stringify(shown)})`);
  const showText = (source: string, more = {}) =>
    show({ html: render(source, TEST_NAMES, TEST_OPTIONS).html, ...more });

  await t.test("a vote shows at once, and can be withdrawn", async () => {
    await show({ submessages: [POLL, widget({ type: "vote", key: "canned,1", vote: 1 }, 2, 9)] });
    await page.getByText("Which <b>logo</b>?").waitFor();
    await page.getByRole("button", { name: "the fox, 1 vote" }).click();
    const own = page.getByRole("button", { name: "the fox, 2 votes, yours among them" });
    await own.waitFor();
    assert.equal(await page.getByText("2 votes", { exact: true }).count(), 1);
    await page.mouse.move(0, 0);
    await own.hover();
    await page.getByText("Cem and Ben").waitFor();
    await own.click();
    await page.getByRole("button", { name: "the fox, 1 vote" }).waitFor();
  });

  await t.test("an option can be added only once", async () => {
    await show({ submessages: [POLL] });
    await page.getByRole("button", { name: "Add option" }).click();
    await page.getByRole("textbox", { name: "Option" }).fill("the owl");
    await page.getByText("This option already exists.").waitFor();
    await page.getByRole("textbox", { name: "Option" }).fill("the crow");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "the crow, 0 votes" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Edit question" }).count(), 0);
  });

  await t.test("a change that the server refuses is undone, with a message", async () => {
    await show({ submessages: [POLL], refusal: "You cannot vote here." });
    await page.getByRole("button", { name: "the owl, 0 votes" }).click();
    await page.getByText("Not changed. You cannot vote here.").waitFor();
    await page.getByRole("button", { name: "the owl, 0 votes" }).waitFor();
  });

  await t.test("tasks are checked and added", async () => {
    await show({ submessages: [TODO] });
    await page.getByText("0 of 2 done").waitFor();
    await page.getByRole("checkbox", { name: "test" }).check();
    await page.getByText("1 of 2 done").waitFor();
    await page.getByRole("button", { name: "Add task" }).click();
    await page.getByRole("textbox", { name: "Task" }).fill("candles");
    await page.getByRole("textbox", { name: "Description" }).fill("seven");
    await page.keyboard.press("Enter");
    await page.getByText("1 of 3 done").waitFor();
    await page.getByText("seven").waitFor();
  });

  await t.test("images open in the viewer, and the arrow keys go through them", async () => {
    await showText("[one.png](/user_uploads/2/a/one.png)\n[two.png](/user_uploads/2/a/two.png)");
    await page.locator(".shot").first().click();
    const dialog = page.getByRole("dialog", { name: "one.png" });
    await dialog.waitFor();
    assert.equal(
      await dialog.getByRole("link", { name: "Open original" }).getAttribute("href"),
      "/user_uploads/2/a/one.png",
    );
    await dialog.getByRole("button", { name: "Next image" }).click();
    await page.getByRole("dialog", { name: "two.png" }).waitFor();
    await page.getByText("2 of 2").waitFor();
    await page.getByRole("button", { name: "Zoom in" }).last().click();
    await page.locator(".stage.zoomed").waitFor();
    await page.locator(".stage").focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("dialog", { name: "one.png" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  await t.test("a message of more than 60 lines is cut if the user prefers it, and expands", async () => {
    await showText("line\n".repeat(90), { cutsLong: true });
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("button", { name: "Show less" }).waitFor();
    await showText("line\n".repeat(90));
    await page.getByText("line").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Show all" }).count(), 0);
  });

  await t.test("a message that changes is redrawn as a whole", async () => {
    await showText("**first** @**Ben**");
    assert.equal(await page.locator(".markup .you").textContent(), "@Ben");
    await showText("second $$x$$ #**announce>news** <time:2024-01-02T03:04:05Z>");
    await page.getByText("second").waitFor();
    assert.equal(await page.locator(".markup strong").count(), 0);
    assert.equal(await page.locator(".markup a.with-tile").textContent(), "announce › news");
  });
  assert.deepEqual(site.surprises, []);
});
