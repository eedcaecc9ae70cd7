import assert from "node:assert/strict";
import { test } from "node:test";
import known from "../../../scripts/emoji-names.json" with { type: "json" };
import { renderPlain } from "../markdown/render.ts";
import {
  codeOf,
  codeToNames,
  EMOTICONS,
  emojiByCode,
  emojiByName,
  isEmojiCode,
  isExtraEmoji,
  isNameOf,
} from "./emoji.ts";
import { FORMER_NAMES } from "./former-names.ts";

test("the table contains the whole base set, except skin tones and all clock faces but one", () => {
  const table = codeToNames();
  assert.equal(Object.keys(table).length, 1875);
  assert.ok(isEmojiCode("1f557") && isEmojiCode("0023-20e3") && isEmojiCode("1f1fa-1f1f8"));
  assert.ok(!isEmojiCode("1f3fb") && !isEmojiCode("1f550") && !isEmojiCode("1f44d-1f3fb") && !isEmojiCode("1F44D"));
});

test("each name stands for one emoji, and can be written between colons", () => {
  const names = Object.values(codeToNames()).flat();
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    names.filter((name) => !/^[\p{L}\p{N}_+-]+$/u.test(name)),
    [],
  );
});

test("every name that clients of this API know means the same here, in the table and in texts", () => {
  const names = Object.entries(known).flatMap(([code, all]) => all.split(" ").map((name) => ({ code, name })));
  assert.deepEqual([Object.keys(known).length, names.length], [1_875, 3_308]);
  for (const { code, name } of names) {
    assert.equal(emojiByName(name)?.code, code, name);
    assert.ok(renderPlain(`:${name}:`).includes(`class="emoji emoji-${code}"`), name);
  }
  for (const [code, all] of Object.entries(known)) assert.equal(emojiByCode(code)?.name, all.split(" ")[0]);
});

test("a name that had another meaning is still valid with the code it had", () => {
  for (const [name, code] of FORMER_NAMES) {
    assert.ok(isEmojiCode(code) && isNameOf(name, code), name);
    const now = emojiByName(name)?.code ?? "";
    assert.ok(now !== code && isNameOf(name, now), name);
  }
  assert.ok(!isNameOf("kiss", "1f600") && !isNameOf("constructor", "1f617"));
});

test("sequences are recognised without their selectors; characters that are text by default are not", () => {
  const shown = (text: string) =>
    [...renderPlain(text).matchAll(/class="emoji emoji-([^"]+)"/g)].map(([, code]) => code);
  const sequences = {
    "👁\u200d🗨": "1f441-200d-1f5e8",
    "🕵\u200d♂": "1f575-200d-2642",
    "🏋\ufe0f\u200d♀": "1f3cb-200d-2640",
    "🏳\u200d🌈": "1f3f3-200d-1f308",
    "❤\u200d🔥": "2764-200d-1f525",
    "🤷\u200d♀\ufe0f": "1f937-200d-2640",
  };
  for (const [text, code] of Object.entries(sequences)) assert.deepEqual(shown(text), [code], text);
  assert.deepEqual(shown("#\ufe0f\u20e3 ❤\ufe0f"), ["0023-20e3", "2764"]);
  assert.deepEqual(shown("#\u20e3 1\u20e3 ❤ ↔ © 🍋\u200d🟪"), []);
});

test("thumbs alone are thumbs up", () => {
  assert.equal(emojiByName("thumbs")?.code, "1f44d");
});

test("a name that clients use for an animal is not given to its face", () => {
  assert.equal(emojiByName("cat")?.code, "1f408");
  assert.equal(emojiByName("cat_face")?.code, "1f431");
});

test("names in the lists of released clients mean the same emoji here", () => {
  const known = {
    cheese: "1f9c0",
    accessible: "267f",
    disabled: "267f",
    big_smile: "1f604",
    overcast: "2601",
    call_me: "1f919",
    camel: "1f42b",
    arabian_camel: "1f42a",
    dizzy: "1f635",
    alphabet: "1f521",
    toast: "1f942",
    football: "26bd",
    truck: "1f69b",
  };
  for (const [name, code] of Object.entries(known)) assert.equal(emojiByName(name)?.code, code, name);
});

test("every emoticon stands for an emoji in the table", () => {
  for (const name of EMOTICONS.values()) assert.ok(emojiByName(name), name);
});

test("an emoji's code does not contain its presentation selector", () => {
  assert.equal(codeOf("❤️"), "2764");
  assert.equal(codeOf("#️⃣"), "0023-20e3");
  assert.equal(codeOf("©️"), "00a9");
});

test("unknown names and codes are not found, even if objects have a property with that name", () => {
  for (const name of ["nonesuch", "constructor", "__proto__", ""]) {
    assert.equal(emojiByName(name), undefined);
    assert.equal(emojiByCode(name), undefined);
    assert.equal(isExtraEmoji(name), false);
  }
});
