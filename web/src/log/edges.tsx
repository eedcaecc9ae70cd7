/** The edges of the loaded log: loading, failed, or no more messages. */
import { channelOf, conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { Failure } from "../parts/states.tsx";
import type { ShownView } from "../state/messages.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";

interface EdgeProps {
  readonly terms: readonly NarrowTerm[];
  readonly shown: ShownView;
}

export function EdgeAbove({ terms, shown: { view, state } }: EdgeProps) {
  if (state.foundOldest) return <Beginning terms={terms} isLimited={state.historyLimited} />;
  if (state.error && !state.loading.older && state.isOpened)
    return (
      <div className="axis edge">
        <div className="words">
          <Failure text={t("log.noOlder")} onRetry={() => void view.older()} />
        </div>
      </div>
    );
  return <Waiting />;
}

/** As large as the content it stands for, so that nothing below moves. */
function Waiting() {
  return (
    <div className="skel axis edge-waiting" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="skel-row">
          <i className="a" />
          <span>
            <i className="short" />
            <i />
            <i className="half" />
          </span>
        </div>
      ))}
    </div>
  );
}

function Beginning({ terms, isLimited }: { readonly terms: readonly NarrowTerm[]; readonly isLimited: boolean }) {
  const conversation = conversationOf(terms);
  const channelId = conversation?.type === "topic" ? conversation.channelId : channelOf(terms);
  // With protected history, earlier messages are hidden, so the first visible one is not the beginning.
  const isProtected = useStore((state) => {
    const channel = channelId === undefined ? undefined : state.channels.channels.get(channelId);
    return channel?.invite_only === true && !channel.history_public_to_subscribers;
  });
  const text = isLimited
    ? t("log.limited")
    : isProtected
      ? t("log.protected")
      : conversation?.type === "topic"
        ? t("log.beginningOfTopic")
        : conversation
          ? t("log.beginningOfConversation")
          : channelId === undefined
            ? t("log.beginning")
            : t("log.beginningOfChannel");
  return (
    <div className="axis edge beginning">
      <p className="words quiet">{text}</p>
    </div>
  );
}

export function EdgeBelow({ shown: { view, state } }: Pick<EdgeProps, "shown">) {
  if (state.foundNewest) return <div className="log-foot" />;
  if (state.error && !state.loading.newer)
    return (
      <div className="axis edge">
        <div className="words">
          <Failure text={t("log.noNewer")} onRetry={() => void view.newer()} />
        </div>
      </div>
    );
  return <Waiting />;
}
