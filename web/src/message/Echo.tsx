/** An unsent message: shown in its place immediately, with its state. */
import type { OutboxEntry } from "@parley/client";
import { type ReactNode, useEffect, useState } from "react";
import { compose } from "../composer/intents.ts";
import { Button } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { nameOf, useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { timeOfDay } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { isPlain } from "./plain.ts";
import { When } from "./When.tsx";
import { SenderPicture, Who } from "./Who.tsx";

interface EchoProps {
  readonly entry: OutboxEntry;
  readonly position: number;
  readonly isFirst: boolean;
  readonly isCursor: boolean;
  readonly isTabbable: boolean;
  /** The dividers above it. */
  readonly children?: ReactNode;
}

export function Echo({ entry, position, isFirst, isCursor, isTabbable, children }: EchoProps) {
  const ownId = useOwnId();
  const name = useStore((state) => nameOf(state, ownId));
  const seconds = Math.floor(entry.writtenAt / 1000);
  const clock = useClock();
  const time = timeOfDay(seconds, clock);
  const { content } = entry.message;
  const classes = ["axis msg echo", isFirst && "first", isCursor && "cursor"].filter(Boolean).join(" ");
  return (
    <article
      aria-posinset={position}
      aria-setsize={-1}
      aria-label={t("message.echo", { name, time })}
      tabIndex={isTabbable ? 0 : -1}
    >
      {children}
      <div className={classes}>
        <div className="m">
          <When seconds={seconds} clock={clock} />
        </div>
        {isFirst ? <SenderPicture senderId={ownId} /> : <span />}
        <div className="body">
          {isFirst && <Who senderId={ownId} fallback={name} seconds={seconds} clock={clock} />}
          <p className={isPlain(content) ? "written" : "written source"} dir="auto" data-text>
            {content}
          </p>
          <Standing entry={entry} />
        </div>
      </div>
    </article>
  );
}

function Standing({ entry }: { readonly entry: OutboxEntry }) {
  const { outbox } = useSession();
  const { local_id, message, state } = entry;
  if (state.name === "waiting")
    return (
      <div className="standing">
        <span className="tag">
          <Icon name="recent" size="s" />
          {t("message.waiting")}
        </span>
        <Button kind="plain" onPress={() => outbox.discard(local_id)}>
          {t("parts.cancel")}
        </Button>
      </div>
    );
  if (state.name !== "failed") return <Sending since={entry.writtenAt} />;
  const edit = () => {
    const { content: text } = message;
    const isBegun =
      message.type === "direct"
        ? compose({ to: "direct", userIds: message.to, text })
        : compose({ to: "channel", channelId: message.to, topic: message.topic, text });
    // It is in one of the two places, whatever fails.
    if (isBegun) outbox.discard(local_id);
  };
  return (
    <div className="standing">
      <span className="tag bad" role="alert">
        {t("message.notSent", { reason: state.msg })}
      </span>
      <Button kind="plain" onPress={() => outbox.retry(local_id)}>
        {t("parts.tryAgain")}
      </Button>
      <Button kind="plain" onPress={edit}>
        {t("message.edit")}
      </Button>
      <Button kind="plain" onPress={() => outbox.discard(local_id)}>
        {t("message.discard")}
      </Button>
    </div>
  );
}

const QUIET_MS = 1500;

/** Shown only if sending takes longer than usual. */
function Sending({ since }: { readonly since: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), since + QUIET_MS - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  return isSlow ? (
    <div className="standing">
      <span className="tag">{t("message.sending")}</span>
    </div>
  ) : null;
}
