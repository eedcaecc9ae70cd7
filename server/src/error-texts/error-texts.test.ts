/** Every sentence of an error has a text in every language, with the same values (decision 096). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorSentences } from "../../scripts/error-sentences.ts";
import { translatedErrors } from "./index.ts";

const { sentences, unclear } = errorSentences();
/** Sentences of a word or two may be the same in another language. */
const FORGOTTEN = /\p{L}{2,}(?:[^\p{L}{}]+\p{L}{2,}){2}/u;

const valuesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();

test("the message of every declared error can be translated", () => {
  assert.deepEqual(unclear, [], "write a string, or a template tagged with `said`");
});

for (const [language, texts] of Object.entries(translatedErrors)) {
  test(`${language} has every sentence, and no other`, () => {
    const missing = [...sentences].filter(([sentence]) => !Object.hasOwn(texts, sentence));
    assert.deepEqual(missing, []);
    assert.deepEqual(
      Object.keys(texts).filter((sentence) => !sentences.has(sentence)),
      [],
    );
  });

  test(`${language} says the values that English says`, () => {
    for (const [sentence, text] of Object.entries(texts)) assert.deepEqual(valuesIn(text), valuesIn(sentence), text);
  });

  test(`${language} leaves no sentence in English`, () => {
    const forgotten = Object.entries(texts).filter(([sentence, text]) => sentence === text && FORGOTTEN.test(text));
    assert.deepEqual(forgotten, []);
  });
}
