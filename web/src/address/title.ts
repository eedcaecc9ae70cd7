/** What an address is called: the heading of its screen, and the title of the window. */
import type { State } from "@parley/client";
import type { Address } from "./address.ts";
import { channelName, userName } from "./names.ts";
import { channelOf, conditionsOf, conversationOf, type NarrowTerm } from "./narrow.ts";

/** A name that people gave, the names of people, or words of ours under their key in the catalogue. */
export type TitlePiece =
  | { readonly type: "name"; readonly text: string }
  /** Stands for the name of the topic that has none; shown in italics. */
  | { readonly type: "emptyTopic"; readonly text: string }
  | { readonly type: "people"; readonly names: readonly string[] }
  | { readonly type: "words"; readonly key: string };

export interface Title {
  readonly heading: TitlePiece;
  /** What it is in: the small line above. */
  readonly above?: TitlePiece;
}

type Named = Pick<State, "channels" | "users" | "groups" | "realm" | "folders">;

const words = (key: string): TitlePiece => ({ type: "words", key: `address.${key}` });
const named = (text: string | undefined): TitlePiece =>
  text === undefined ? words("unknown") : { type: "name", text };

/** What the topic is called on the screen. */
export function topicPiece(topic: string, { realm }: Pick<State, "realm">): TitlePiece {
  if (topic !== "") return { type: "name", text: topic };
  return { type: "emptyTopic", text: `${realm.realm_empty_topic_display_name ?? ""}` };
}

/** Who a direct conversation is with. */
export function peoplePiece(userIds: readonly number[], state: Pick<State, "users">): TitlePiece {
  if (userIds.length === 0) return words("notesToYourself");
  const names = userIds.map((id) => userName(state, id));
  return names.every((name) => name !== undefined) ? { type: "people", names } : words("unknown");
}

export function titleOf(address: Address, state: Named): Title {
  switch (address.kind) {
    case "narrow":
      return narrowTitle(address.terms, state);
    case "topics":
      return { heading: words("topics"), above: named(channelName(state, address.channelId)) };
    case "channel":
      return { heading: named(channelName(state, address.channelId)), above: words("channels") };
    case "group":
      return { heading: named(state.groups.get(address.groupId)?.name), above: words("groups") };
    case "folder":
      return { heading: words("newChannel"), above: named(state.folders.get(address.folderId)?.name) };
    case "user":
      return { heading: named(userName(state, address.userId)) };
    case "dialog":
      return { heading: words(address.dialog) };
    case "settings":
    case "organization":
      return { heading: words(`${address.kind}.${address.section}`), above: words(address.kind) };
    case "channels":
    case "groups":
      return { heading: words(`${address.kind}.${address.list}`), above: words(address.kind) };
    default:
      return { heading: words(address.kind) };
  }
}

function narrowTitle(terms: readonly NarrowTerm[], state: Named): Title {
  const conversation = conversationOf(terms);
  if (conversation?.type === "direct") return { heading: peoplePiece(conversation.userIds, state) };
  if (conversation)
    return {
      heading: topicPiece(conversation.topic, state),
      above: named(channelName(state, conversation.channelId)),
    };
  const channelId = channelOf(terms);
  if (channelId !== undefined) return { heading: named(channelName(state, channelId)) };
  const key = viewKey(terms, state.users.ownId);
  return { heading: words(key ?? "search") };
}

/** The key of a view that everybody has and that is a search in truth. */
function viewKey(terms: readonly NarrowTerm[], ownId: number): string | undefined {
  const conditions = conditionsOf(terms);
  if (conditions.some((term) => term.negated)) return undefined;
  const [first, second] = conditions;
  if (conditions.length === 1 && first?.operator === "is") return `is.${first.operand}`;
  if (conditions.length !== 2 || first?.operator !== "has" || second?.operator !== "sender") return undefined;
  return first.operand === "reaction" && second.operand === ownId ? "reactions" : undefined;
}

interface WindowTitle {
  /** By preference what concerns the reader, all unread or nothing. */
  readonly count: number;
  /** The heading and what it is in, as shown. */
  readonly pieces: readonly string[];
  readonly organization: string;
}

/** As in "(3) Harbour map: first paint · launch · Tideline". */
export function windowTitle({ count, pieces, organization }: WindowTitle): string {
  const name = [...pieces, organization].filter((piece) => piece !== "").join(" · ");
  return count > 0 ? `(${count}) ${name}` : name;
}
