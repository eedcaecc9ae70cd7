/** What visitors may request: messages in web-public channels, and nothing about a reader's own state. */
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

/** Whether the term limits the narrow to web-public channels, or names a channel. */
const namesOpenChannels = ({ operator, operand, negated }: Term) =>
  !negated && ((operator === "channels" && operand === "web-public") || operator === "channel");

/** Clients add it to every narrow; visitors have muted nothing. */
const isHome = ({ operator, operand, negated }: Term) => !negated && operator === "in" && operand === "home";

export function termsOfVisitor(sent: readonly NarrowTerm[]): Term[] {
  const terms = termsOf(sent).filter((term) => !isHome(term));
  demand(terms.some(namesOpenChannels) && terms.every(isOpen), new NotLoggedIn());
  return terms;
}
