import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { MAX_SHORT_TEXT, shortText } from "./short-text.ts";

test("a message becomes a few lines of plain text", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const shown = async (content: string) => {
    const id = await ada.sends("#design > logo", content);
    const rows = acme.server.app.database.reader.selectFrom("message").select("rendered_content").where("id", "=", id);
    return shortText((await rows.executeTakeFirstOrThrow()).rendered_content);
  };
  assert.equal(await shown("**Lunch** at [noon](https://example.com)?"), "Lunch at noon?");
  assert.equal(await shown("Hello @**Ada** :tada:"), "Hello @Ada 🎉");
  assert.equal(await shown('1 < 2 && "so" it\'s'), '1 < 2 && "so" it\'s');
  assert.equal(await shown("> was it?\n\nYes."), "> was it?\nYes.");
  assert.equal(await shown("* one\n* two"), "- one\n- two");
  assert.equal(await shown("```js\nlet a;\nlet b;\n```"), "let a;\nlet b;");
  assert.equal(await shown("```spoiler The end\nHe did it.\n```"), "The end\n(…)");
  assert.equal(await shown("a\nb"), "a\nb");
  assert.equal(await shown("so $$x^2$$ it is"), "so x^2 it is");
});

test("text that is too long for a screen is truncated between characters", async () => {
  const whole = "é".repeat(MAX_SHORT_TEXT);
  assert.equal(shortText(`<p>${whole}</p>`), whole);
  const cut = shortText(`<p>${"🎉".repeat(MAX_SHORT_TEXT + 1)}</p>`);
  assert.equal(cut, `${"🎉".repeat(MAX_SHORT_TEXT - 1)}…`);
});
