/**
 * Limits for what the specification gives none: more than anybody means, and little enough to be looked at while others
 * wait. Where a rule with a sentence of its own asks for less, the rule says so.
 */
import { type Field, list, text } from "./fields.ts";

/** Names, addresses, words: nothing of the kind is longer. */
export const MAX_SHORT_TEXT_LENGTH = 1000;
/** Everybody in a large organization, or all its channels. */
export const MAX_IDS = 20_000;
/** Of one conversation. */
export const MAX_RECIPIENTS = 1000;
/** Of web addresses and templates for them. */
export const MAX_URL_LENGTH = 2000;

type Limits = Omit<NonNullable<Parameters<typeof text>[0]>, "max">;

export const shortText = (limits: Limits = {}): Field<string, false, true> =>
  text({ ...limits, max: MAX_SHORT_TEXT_LENGTH });

/** A list of ids, or of names that stand for them. */
export const ids = <T>(id: Field<T, boolean, true>): Field<T[], false, true> => list(id, { max: MAX_IDS });
