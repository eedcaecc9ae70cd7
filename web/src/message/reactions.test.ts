import assert from "node:assert/strict";
import { test } from "node:test";
import { areNamed, charactersOf, pictureOf, pillsOf } from "./reactions.ts";

const OWN = 1;
const tada = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
const flag = { emoji_name: "flag", emoji_code: "1f1f5-1f1f9", reaction_type: "unicode_emoji" };
const owl = { emoji_name: "owl", emoji_code: "4", reaction_type: "realm_emoji" };

test("an emoji has one pill, in the order of its first use, whatever it was called", () => {
  const pills = pillsOf(
    [
      { ...owl, user_id: 7 },
      { ...tada, user_id: 8 },
      { ...owl, emoji_name: "old_owl", user_id: OWN },
    ],
    OWN,
  );
  assert.deepEqual(
    pills.map(({ emoji, userIds, isOwn }) => [emoji.emoji_name, userIds, isOwn]),
    [
      ["owl", [7, OWN], true],
      ["tada", [8], false],
    ],
  );
});

test("names stand instead of numbers while there are at most three", () => {
  const of = (...users: number[]) =>
    pillsOf(
      users.map((user_id) => ({ ...tada, user_id })),
      OWN,
    );
  assert.equal(areNamed(of(1, 2, 3)), true);
  assert.equal(areNamed(of(1, 2, 3, 4)), false);
});

test("emoji of Unicode are characters, and nothing else is", () => {
  assert.equal(charactersOf(tada), "🎉");
  assert.equal(charactersOf(flag), "🇵🇹");
  assert.equal(charactersOf(owl), undefined);
  assert.equal(charactersOf({ ...tada, emoji_code: "zz" }), undefined);
  assert.equal(charactersOf({ ...tada, emoji_code: "ffffffff" }), undefined);
});

test("the organization's emoji and the extra one are pictures", () => {
  const state = { markup: { emoji: { 4: { source_url: "/owl.png" } } } } as unknown as Parameters<typeof pictureOf>[1];
  const extra = { emoji_name: "chat", emoji_code: "chat", reaction_type: "chat_extra_emoji" };
  assert.equal(pictureOf(owl, state), "/owl.png");
  assert.equal(pictureOf(extra, state), "/static/generated/emoji/images/emoji/unicode/chat.png");
  assert.equal(pictureOf(tada, state), undefined);
  assert.equal(pictureOf({ ...owl, emoji_code: "5" }, state), undefined);
});
