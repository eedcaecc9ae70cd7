/** A sentence kept as template and values, so that everybody reads it in their language. */
import { Sentence, type SentenceValue } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { StoredSentence } from "../../kernel/db/tables/people.ts";
import { type Speaker, speakerOf } from "../../kernel/http/speaker.ts";
import { shortened } from "../../text/notices/markup.ts";
import { cleaned } from "./payload.ts";

const MAX_VALUE_LENGTH = 100;

export const storedSentence = (sentence: Sentence): StoredSentence => ({
  template: sentence.template,
  values: sentence.values.map(valueText),
});

const valueText = (value: SentenceValue): string =>
  shortened(cleaned(typeof value === "function" ? value("en") : String(value)), MAX_VALUE_LENGTH);

/** As errors: programs get English. */
export const readersSpeaker = ({ app, session, user }: Context): Speaker =>
  speakerOf(app, session === undefined ? "en" : user.language);

export const sentenceFrom = ({ template, values }: StoredSentence): Sentence =>
  new Sentence(template.split(/\{\d\}/), values);
