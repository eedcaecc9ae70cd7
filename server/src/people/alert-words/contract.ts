/** The alert words contract. */
import { list, notAudited, noted, operation, shortText, text } from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const MAX_ALERT_WORD_LENGTH = 100;
const MAX_WORDS_AT_ONCE = 1000;

const response = { alert_words: noted(list(text()), { note: "All of your alert words after the change." }) };

const audit = notAudited("a personal preference");

export const getAlertWords = operation({
  method: "GET",
  path: "/users/me/alert_words",
  summary: "Get your alert words.",
  response,
});

export const addAlertWords = operation({
  method: "POST",
  path: "/users/me/alert_words",
  summary: "Add alert words: you are notified of messages that contain one of them.",
  params: {
    alert_words: noted(list(text({ max: MAX_ALERT_WORD_LENGTH, trim: true }), { max: MAX_WORDS_AT_ONCE }), {
      example: ["deadline"],
    }),
  },
  audit,
  response,
  errors: [collections.alert_words.Full],
});

export const removeAlertWords = operation({
  method: "DELETE",
  path: "/users/me/alert_words",
  summary: "Remove alert words.",
  params: { alert_words: noted(list(shortText(), { max: MAX_WORDS_AT_ONCE }), { example: ["deadline"] }) },
  audit,
  response,
});

export const alertWordsState = { alert_words: list(text()) };
