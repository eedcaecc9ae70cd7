/** A text is rendered once for a change, whatever comes of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CannotRender } from "./budget.ts";
import { NO_NAMES } from "./names.ts";
import { type TextIdentity, Texts } from "./texts.ts";

const [realm, author] = [{}, {}];
const identityOf = (source: string, namesKey = ""): TextIdentity => ({
  source,
  realm,
  author,
  withPreviews: true,
  withPlayers: true,
  namesKey,
});

/** Costs more steps than a text has. */
const TABLE = `|a|b|\n|-|-|\n${"|\n".repeat(4_900)}`;

function attempts(texts: Texts) {
  const counted = { rendered: 0 };
  const render = (source: string, namesKey?: string) =>
    texts.once(identityOf(source, namesKey), () => {
      counted.rendered++;
      return texts.render(source, NO_NAMES, {}, 1);
    });
  return { counted, render };
}

test("a text is rendered again only if it or its names have changed", () => {
  const { counted, render } = attempts(new Texts());
  assert.equal(render("*hi*").html, "<p><em>hi</em></p>");
  assert.equal(render("*hi*").html, "<p><em>hi</em></p>");
  assert.equal(counted.rendered, 1);
  render("*hi*", "Ben is now Benjamin");
  render("other", "Ben is now Benjamin");
  assert.equal(counted.rendered, 3);
});

test("a text that is refused is refused again without rendering it", () => {
  const texts = new Texts();
  const { counted, render } = attempts(texts);
  assert.throws(() => render(TABLE), CannotRender);
  const { steps } = texts;
  assert.ok(steps > 100_000, `${steps} steps`);
  assert.throws(() => render(TABLE), CannotRender);
  assert.deepEqual([counted.rendered, texts.steps], [1, steps]);
});
