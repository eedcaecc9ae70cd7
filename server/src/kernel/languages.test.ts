import assert from "node:assert/strict";
import { test } from "node:test";
import { inArabic, inChinese, inEnglish, inGerman } from "./counts.ts";
import { isSpoken, languageTag, spokenIn, spokenLanguage } from "./languages.ts";

test("codes lead to the language that we speak, and others to English", () => {
  const codes = {
    en: ["en", "EN-gb", "fr", "tlh", "constructor", "", "*", "zh-hant", "zh-TW", "zh-hk", "zh-Hant-CN"],
    de: ["de", "DE", "de-AT"],
    zh: ["zh", "zh-hans", "zh-CN", "zh-sg", "zh-Hans-HK"],
    ar: ["ar", "ar-EG", "AR-ma"],
  };
  for (const [language, each] of Object.entries(codes))
    assert.deepEqual([...new Set(each.map(spokenLanguage))], [language], language);
  assert.deepEqual(codes.en.filter(isSpoken), ["en", "EN-gb"]);
});

test("a tag names what we say, and every formatter accepts it", () => {
  const tags = {
    "en-GB": "en-GB",
    "de-at": "de-at",
    "zh-cn": "zh-Hans",
    "ar-EG": "ar",
    fr: "en",
    "de-": "de",
    "en-!": "en",
  };
  for (const [code, tag] of Object.entries(tags)) {
    assert.equal(languageTag(code), tag);
    assert.ok(new Intl.NumberFormat(languageTag(code)).format(1));
  }
});

test("counts have the plural forms of their language", () => {
  assert.deepEqual(
    [1, 2].map((n) => inEnglish(n, { one: "# day", other: "# days" })),
    ["1 day", "2 days"],
  );
  assert.equal(inGerman(12_000, { one: "# Tag", other: "# Tage" }), "12.000 Tage");
  assert.deepEqual(
    [1, 2].map((n) => inChinese(n, { other: "# 天" })),
    ["1 天", "2 天"],
  );
  const forms = { zero: "لا أيام", one: "يوم", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" };
  assert.deepEqual(
    [0, 1, 2, 3, 10, 11, 99, 100].map((n) => inArabic(n, forms)),
    ["لا أيام", "يوم", "يومان", "3 أيام", "10 أيام", "11 يومًا", "99 يومًا", "100 يوم"],
  );
});

test("of the languages in a header, the reader gets the one that they like best", () => {
  const headers: Record<string, string | undefined> = {
    "de-AT,en": "de-AT",
    "en;q=0.3,de;q=0.8": "de",
    "fr,en;q=0.2,ar;q=0.9,de;q=0.9": "ar",
    "en;q=0,de;q=0.1": "de",
    "de;q=0": undefined,
    "de ; Q=0.5 , en;q=1.000": "en",
    "de;q=high,en;q=0.1": "en",
    "fr,*;q=0.5": undefined,
    "": undefined,
  };
  for (const [header, language] of Object.entries(headers)) assert.equal(spokenIn(header), language, header);
  assert.equal(spokenIn(undefined), undefined);
});
