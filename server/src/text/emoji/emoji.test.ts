import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOSEN_NAMES } from "./chosen-names.ts";
import { codeOf, codeToNames, EMOTICONS, emojiByCode, emojiByName, isEmojiCode, isExtraEmoji } from "./emoji.ts";

test("the table has every emoji of the base set without skin tones and all clock faces but one", () => {
  const table = codeToNames();
  assert.equal(Object.keys(table).length, 1875);
  assert.ok(isEmojiCode("1f557") && isEmojiCode("0023-20e3") && isEmojiCode("1f1fa-1f1f8"));
  assert.ok(!isEmojiCode("1f3fb") && !isEmojiCode("1f550") && !isEmojiCode("1f44d-1f3fb") && !isEmojiCode("1F44D"));
});

test("no name means two emoji, and every name can be written between colons", () => {
  const names = Object.values(codeToNames()).flat();
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    names.filter((name) => !/^[\p{L}\p{N}_+-]+$/u.test(name)),
    [],
  );
});

test("the names chosen by hand are the canonical ones, and their aliases lead to the same code", () => {
  for (const [code, [canonical = "", ...aliases]] of Object.entries(CHOSEN_NAMES)) {
    assert.equal(emojiByCode(code)?.name, canonical);
    for (const alias of aliases) assert.deepEqual(emojiByName(alias), { code, name: canonical });
  }
});

test("a name that clients give to one animal is not given to the face of it", () => {
  assert.equal(emojiByName("cat")?.code, "1f408");
  assert.equal(emojiByName("cat_face")?.code, "1f431");
});

test("the names in the lists that released clients carry mean here what they mean there", () => {
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

test("every emoticon stands for an emoji of the table", () => {
  for (const name of EMOTICONS.values()) assert.ok(emojiByName(name), name);
});

test("a written emoji has a code without its presentation selector", () => {
  assert.equal(codeOf("❤️"), "2764");
  assert.equal(codeOf("#️⃣"), "0023-20e3");
  assert.equal(codeOf("©️"), "00a9");
});

test("an unknown name or code is nothing, also when objects have a property of that name", () => {
  for (const name of ["nonesuch", "constructor", "__proto__", ""]) {
    assert.equal(emojiByName(name), undefined);
    assert.equal(emojiByCode(name), undefined);
    assert.equal(isExtraEmoji(name), false);
  }
});
