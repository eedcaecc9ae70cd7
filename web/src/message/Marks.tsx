/** Marks in the margin, under the time: a star, and a clock where the reader is to be reminded. */
import { Icon } from "../parts/Icon.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { fullWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface MarksProps {
  readonly messageId: number;
  readonly isStarred: boolean;
}

export function Marks({ messageId, isStarred }: MarksProps) {
  const clock = useClock();
  const remindAt = useStore(
    ({ scheduled }) =>
      scheduled.reminders.find(({ reminder_target_message_id }) => reminder_target_message_id === messageId)
        ?.scheduled_delivery_timestamp,
  );
  if (!isStarred && remindAt === undefined) return null;
  return (
    <span className="marks">
      {isStarred && (
        <span className="mark-star" title={t("message.starred")}>
          <Icon name="star" size="s" label={t("message.starred")} />
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
