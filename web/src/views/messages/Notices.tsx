/** Banners about a view: an archived channel, a resolved topic. */
import type { Message } from "@parley/client";
import { messageHistory } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { isResolved } from "../../actions/resolved.ts";
import { toggleResolved } from "../../actions/topics.ts";
import { channelOf, conversationOf, type NarrowTerm } from "../../address/narrow.ts";
import { Banner } from "../../parts/states.tsx";
import { nameOf } from "../../state/people.ts";
import { useMinute } from "../../state/presence.ts";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { dayName, timeOfDay } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { useTopicState } from "./useTopicState.ts";

interface NoticesProps {
  readonly terms: readonly NarrowTerm[];
  /** A message of the view, whose edit history says who resolved its topic. */
  readonly first: number | undefined;
}

export function Notices({ terms, first }: NoticesProps) {
  const conversation = conversationOf(terms);
  const channelId = conversation?.type === "topic" ? conversation.channelId : channelOf(terms);
  const isArchived = useStore(
    (state) => channelId !== undefined && state.channels.channels.get(channelId)?.is_archived === true,
  );
  const isTopicResolved = conversation?.type === "topic" && isResolved(conversation.topic);
  if (!isArchived && !isTopicResolved) return null;
  return (
    <div className="axis notices">
      <div className="words">
        {isArchived && (
          <Banner kind="warn" icon="archive">
            {t("narrow.archived")}
          </Banner>
        )}
        {isTopicResolved && first !== undefined && (
          <Resolved channelId={conversation.channelId} topic={conversation.topic} messageId={first} />
        )}
      </div>
    </div>
  );
}

interface ResolvedProps {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId: number;
}

function Resolved({ channelId, topic, messageId }: ResolvedProps) {
  const session = useSession();
  const { mayResolve } = useTopicState(channelId, topic);
  const resolution = useResolution(topic, messageId);
  const reopen = { label: t("narrow.reopen"), do: () => void toggleResolved(session, messageId, topic) };
  return (
    <Banner kind="ok" icon="check" {...(mayResolve ? { action: reopen } : {})}>
      {resolution ? <ResolvedBy {...resolution} /> : t("narrow.resolved")}
    </Banner>
  );
}

interface Resolution {
  readonly userId: number;
  readonly at: number;
}

function ResolvedBy({ userId, at }: Resolution) {
  const clock = useClock();
  const now = useMinute() * 60;
  const name = useStore((state) => nameOf(state, userId));
  const day = dayName(at, clock, now);
  // Inside a sentence, where English writes these words small.
  const isWord = day === t("time.today") || day === t("time.yesterday");
  const when = t("narrow.dayAt", { day: isWord ? day.toLocaleLowerCase() : day, time: timeOfDay(at, clock) });
  return t("narrow.resolvedBy", { name, when });
}

/** Who resolved the topic and when, if the edit history is available. */
function useResolution(topic: string, messageId: number): Resolution | undefined {
  const { connection } = useSession();
  const [resolution, setResolution] = useState<Resolution & { topic: string }>();
  useEffect(() => {
    const ending = new AbortController();
    const args = { message_id: messageId as Message["id"] };
    connection.call(messageHistory.getMessageHistory, args, { signal: ending.signal }).then(
      ({ message_history }) => {
        const step = message_history.findLast(
          (each) => isResolved(each.topic) && each.prev_topic !== undefined && !isResolved(each.prev_topic),
        );
        if (step?.user_id) setResolution({ topic, userId: step.user_id, at: step.timestamp });
      },
      // Without edit history, the banner only says that it is resolved.
      () => {},
    );
    return () => ending.abort();
  }, [connection, topic, messageId]);
  return resolution?.topic === topic ? resolution : undefined;
}
