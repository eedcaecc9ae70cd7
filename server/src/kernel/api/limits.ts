/**
 * Limits where the specification has none: more than anyone needs, and small enough to process while others wait. Rules
 * with their own error may ask for less.
 */
import { type Field, list, text } from "./fields.ts";

/** Names, addresses, words. */
export const MAX_SHORT_TEXT_LENGTH = 1000;
/** Everyone in a large organization, or all of its channels. */
export const MAX_IDS = 20_000;
/** In one conversation. */
export const MAX_RECIPIENTS = 1000;
/** Announced to clients. */
export const MAX_MESSAGE_LENGTH = 10_000;
export const MAX_TOPIC_LENGTH = 60;
export const MAX_PASSWORD_LENGTH = 100;
/** URLs and URL templates. */
export const MAX_URL_LENGTH = 2000;

type Limits = Omit<NonNullable<Parameters<typeof text>[0]>, "max">;

export const shortText = (limits: Limits = {}): Field<string, false, true> =>
  text({ ...limits, max: MAX_SHORT_TEXT_LENGTH });

/** A list of ids, or of names that stand for them. */
export const ids = <T>(id: Field<T, boolean, true>): Field<T[], false, true> => list(id, { max: MAX_IDS });
