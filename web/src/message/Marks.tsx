/** Icons in the margin below the time: a star, and a clock for a reminder. */
import { useSyncExternalStore } from "react";
import { linkState } from "../app/link.ts";
import { Icon } from "../parts/Icon.tsx";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { fullWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface MarksProps {
  readonly messageId: number;
  readonly isStarred: boolean;
}

export function Marks({ messageId, isStarred: isKnown }: MarksProps) {
  const { readMarks } = useSession();
  const pending = useSyncExternalStore(
    (listener) => readMarks.onChange(listener),
    () => readMarks.pendingOp(messageId, "starred"),
  );
  const isStarred = pending ? pending === "add" : isKnown;
  const remindAt = useStore(
    ({ scheduled }) =>
      scheduled.reminders.find(({ reminder_target_message_id }) => reminder_target_message_id === messageId)
        ?.scheduled_delivery_timestamp,
  );
  if (!isStarred && remindAt === undefined) return null;
  return <Shown isStarred={isStarred} isPending={pending !== undefined} remindAt={remindAt} />;
}

interface ShownProps {
  readonly isStarred: boolean;
  /** Not sent to the server yet. */
  readonly isPending: boolean;
  readonly remindAt: number | undefined;
}

function Shown({ isStarred, isPending, remindAt }: ShownProps) {
  const clock = useClock();
  const isOffline = useSyncExternalStore(linkState.subscribe, () => linkState.state.kind === "down");
  const waits = isPending && isOffline;
  const starTitle = t(waits ? "message.starWaits" : "message.starred");
  return (
    <span className="marks">
      {isStarred && (
        <span className={waits ? "mark-star waiting" : "mark-star"} title={starTitle}>
          <Icon name="star" size="s" label={starTitle} />
        </span>
      )}
      {remindAt !== undefined && (
        <span title={t("message.remindsAt", { when: fullWhen(remindAt, clock) })}>
          <Icon name="recent" size="s" label={t("message.remindsAt", { when: fullWhen(remindAt, clock) })} />
        </span>
      )}
    </span>
  );
}
