/** What visitors without an account can open: Recent, web-public channels, searches in them, and help pages. */
import type { State } from "@parley/client";
import type { Address } from "./address.ts";
import type { NarrowTerm, Operator } from "./narrow.ts";

/** What the server lets visitors search by. */
const OPEN: ReadonlySet<Operator> = new Set([
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
]);

const isOpenTerm = ({ operator, operand }: NarrowTerm): boolean =>
  OPEN.has(operator) || (operator === "is" && operand === "resolved");

const namesChannels = ({ operator, operand, negated }: NarrowTerm): boolean =>
  !negated && (operator === "channel" || (operator === "channels" && operand === "web-public"));

/** A search within what visitors can read. */
export const openToVisitors = (terms: readonly NarrowTerm[]): readonly NarrowTerm[] =>
  terms.some(namesChannels) ? terms : [{ operator: "channels", operand: "web-public" }, ...terms];

/** Visitors know only web-public channels. */
export function isOpenToVisitors(address: Address, { channels }: Pick<State, "channels">): boolean {
  const isOpen = (channelId: number | undefined) => channelId !== undefined && channels.channels.has(channelId);
  switch (address.kind) {
    case "recent":
      return true;
    case "topics":
      return isOpen(address.channelId);
    case "dialog":
      return address.dialog !== "invite";
    case "narrow": {
      const { terms } = address;
      const areKnown = terms.every(({ operator, operand }) => operator !== "channel" || isOpen(operand));
      return areKnown && terms.some(namesChannels) && terms.every(isOpenTerm);
    }
    default:
      return false;
  }
}
