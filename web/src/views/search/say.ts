/** Formats search terms for the reader. */
import type { State } from "@parley/client";
import type { NarrowTerm } from "../../address/narrow.ts";
import { type Described, described, describedTerm } from "../../search-language/described.ts";
import { pieceText } from "../../text/pieces.ts";
import { currentLocale, t } from "../../text/text.ts";

/** "1 November", with the year if it is not the current one. */
function dayText(day: string): string {
  const date = new Date(`${day}T00:00`);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" };
  return new Intl.DateTimeFormat(currentLocale(), isThisYear ? options : { ...options, year: "numeric" }).format(date);
}

export const say = ({ key, name, day }: Described): string =>
  t(key, { name: name && pieceText(name), day: day === undefined ? undefined : dayText(day) });

export const sayTerm = (term: NarrowTerm, state: State): string => say(describedTerm(term, state));

/** The whole search in a few words. */
export function sayTerms(terms: readonly NarrowTerm[], state: State): string {
  const [first = "", ...more] = described(terms, state).map(say);
  return more.reduce((before, term) => t("search.joined", { before, term }), first);
}
