/** An empty message view. A search suggests which term to remove. */
import { conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { Empty } from "../../parts/states.tsx";
import { useOwnId } from "../../state/people.ts";
import { type TextKey, t } from "../../text/text.ts";
import { NothingFound } from "../search/NothingFound.tsx";
import { viewOf } from "./Header.tsx";

const SENTENCES: Partial<Record<TextKey, TextKey>> = {
  "views.mentions": "narrow.noMentions",
  "views.starred": "narrow.noStarred",
  "views.reactions": "narrow.noReactions",
  "narrow.allDirect": "narrow.noneDirect",
};

export function NothingHere({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const ownId = useOwnId();
  const conversation = conversationOf(terms);
  if (conversation?.type === "topic") return <Empty icon="compose" title={t("narrow.noneInTopic")} />;
  if (conversation)
    return <Empty icon="dm" title={t(conversation.userIds.length === 0 ? "narrow.noneToSelf" : "narrow.noneDirect")} />;
  const { title, icon } = viewOf(terms, ownId);
  if (title !== "views.search") return <Empty icon={icon} title={t(SENTENCES[title] ?? "narrow.noMessages")} />;
  return <NothingFound terms={terms} />;
}
