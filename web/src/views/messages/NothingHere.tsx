/** An empty message view. A search suggests which term to remove. */
import { channelOf, conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { compose } from "../../composer/intents.ts";
import { refusalToWrite } from "../../composer/may-write.ts";
import { Button } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/states.tsx";
import { useOwnId } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { type TextKey, t } from "../../text/text.ts";
import { NothingFound } from "../search/NothingFound.tsx";
import { viewOf } from "./Header.tsx";

const SENTENCES: Partial<Record<TextKey, TextKey>> = {
  "views.mentions": "narrow.noMentions",
  "views.starred": "narrow.noStarred",
  "views.reactions": "narrow.noReactions",
  "address.allDirect": "narrow.noneDirect",
};

export function NothingHere({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const ownId = useOwnId();
  const conversation = conversationOf(terms);
  if (conversation?.type === "topic") return <Empty icon="compose" title={t("narrow.noneInTopic")} />;
  if (conversation)
    return <Empty icon="dm" title={t(conversation.userIds.length === 0 ? "narrow.noneToSelf" : "narrow.noneDirect")} />;
  const channelId = channelOf(terms);
  if (channelId !== undefined) return <NothingInChannel channelId={channelId} />;
  const { title, icon } = viewOf(terms, ownId);
  if (title !== "views.search") return <Empty icon={icon} title={t(SENTENCES[title] ?? "narrow.noMessages")} />;
  return <NothingFound terms={terms} />;
}

function NothingInChannel({ channelId }: { readonly channelId: number }) {
  const channel = useStore((state) => state.channels.channels.get(channelId)?.name ?? "");
  const { isVisitor } = useSession();
  const target = { to: "channel", channelId, topic: "" } as const;
  const mayPost = useStore((state) => !isVisitor && refusalToWrite(state, target) === undefined);
  return (
    <Empty icon="hash" title={t("narrow.noneInChannel", { channel })}>
      {mayPost && (
        <Button icon="compose" onPress={() => compose(target)}>
          {t("narrow.startTopic")}
        </Button>
      )}
    </Empty>
  );
}
