/** What can be done with a message, beside it. */
import type { NarrowTerm } from "../address/narrow.ts";
import { IconButton } from "../parts/buttons.tsx";
import { useMessage } from "../state/messages.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";

interface MessageToolbarProps {
  readonly messageId: number;
  readonly terms: readonly NarrowTerm[];
}

export function MessageToolbar({ messageId }: MessageToolbarProps) {
  const { readMarks } = useSession();
  const isStarred = useMessage(messageId)?.flags.includes("starred") ?? false;
  return (
    <div className="acts" role="toolbar" aria-label={t("message.actions")}>
      <IconButton
        size="s"
        icon="star"
        label={t("message.star")}
        command="star"
        isOn={isStarred}
        onPress={() => readMarks.mark("starred", isStarred ? "remove" : "add", [messageId])}
      />
    </div>
  );
}
