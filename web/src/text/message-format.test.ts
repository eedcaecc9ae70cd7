import assert from "node:assert/strict";
import { test } from "node:test";
import { formatted, parsedText } from "./message-format.ts";

const shown = (text: string, values: Record<string, unknown> = {}, locale = "en") =>
  formatted(parsedText(text), locale, values);

test("values and numbers stand where the text has them", () => {
  assert.equal(
    shown("Hello {name}, {count, number} of {all}", { name: "Ada", count: 1234, all: 5 }),
    "Hello Ada, 1,234 of 5",
  );
  assert.equal(shown("Message {id, number, ::group-off}", { id: 12345 }), "Message 12345");
  assert.equal(shown("{nothing}", { nothing: undefined }), "");
});

test("plurals are those of the language, and exact numbers come first", () => {
  const text = "{count, plural, =0 {none} one {# message} other {# messages}}";
  assert.deepEqual(
    [0, 1, 2, 1000].map((count) => shown(text, { count })),
    ["none", "1 message", "2 messages", "1,000 messages"],
  );
  const arabic = "{count, plural, zero {0} one {1} two {2} few {few} many {many} other {other}}";
  assert.deepEqual(
    [0, 1, 2, 3, 11, 100].map((count) => shown(arabic, { count }, "ar")),
    ["0", "1", "2", "few", "many", "other"],
  );
  assert.equal(
    shown("{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}", { n: 2 }),
    "you and 1 other",
  );
});

test("choices fall back, and may contain more", () => {
  const text = "{is, select, yes {{count, plural, one {# reply} other {# replies}} here} other {nothing}}";
  assert.equal(shown(text, { is: "yes", count: 3 }), "3 replies here");
  assert.equal(shown(text, { is: "no", count: 3 }), "nothing");
});

test("a text without one of its values is a mistake", () => {
  assert.throws(() => shown("Hello {name}"), /name/);
});
