/** What visitors may ask: for messages of channels that are open to everybody, and nothing about a reader of their own. */
import { demand } from "../../kernel/api/index.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import type { NarrowTerm } from "../contract.ts";
import { type Operator, type Term, termsOf } from "./terms.ts";

const OPEN: readonly Operator[] = [
  "channel",
  "channels",
  "topic",
  "sender",
  "mentions",
  "date",
  "has",
  "search",
  "near",
  "id",
  "with",
];

const isOpen = ({ operator, operand }: Term) =>
  OPEN.includes(operator) || (operator === "is" && operand === "resolved");

/** Says that the visitor means what is open to everybody, or names a channel, which must then be one. */
const namesOpenChannels = ({ operator, operand, negated }: Term) =>
  !negated && ((operator === "channels" && operand === "web-public") || operator === "channel");

/** Clients add it to every narrow of theirs; a visitor has muted nothing. */
const isHome = ({ operator, operand, negated }: Term) => !negated && operator === "in" && operand === "home";

export function termsOfVisitor(sent: readonly NarrowTerm[]): Term[] {
  const terms = termsOf(sent).filter((term) => !isHome(term));
  demand(terms.some(namesOpenChannels) && terms.every(isOpen), new NotLoggedIn());
  return terms;
}
