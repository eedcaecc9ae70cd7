import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOSEN_NAMES } from "./chosen-names.ts";
import { codeOf, codeToNames, EMOTICONS, emojiByCode, emojiByName, isEmojiCode, isExtraEmoji } from "./emoji.ts";

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

test("the names chosen by hand are canonical, and their aliases lead to the same code", () => {
  for (const [code, [canonical = "", ...aliases]] of Object.entries(CHOSEN_NAMES)) {
    assert.equal(emojiByCode(code)?.name, canonical);
    for (const alias of aliases) assert.deepEqual(emojiByName(alias), { code, name: canonical });
  }
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
