/** Whether a message was edited or moved, after its text; opens the edit history. */
import type { MovedFrom } from "@parley/client";
import { messages } from "@parley/server/contract";
import { topicName } from "../state/conversation-names.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { fullWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface LabelsProps {
  readonly editedAt: number | undefined;
  readonly movedAt: number | undefined;
  /** Shown where messages of several conversations are interleaved. */
  readonly movedFrom: MovedFrom | undefined;
  readonly onOpen: () => void;
}

/** Most messages have none, and then nothing needs to be watched. */
export function Labels(props: LabelsProps) {
  return props.editedAt === undefined && props.movedAt === undefined ? null : <Changed {...props} />;
}

function Changed({ editedAt, movedAt, movedFrom, onOpen }: LabelsProps) {
  const clock = useClock();
  const place = usePlaceName(movedFrom);
  const { isVisitor } = useSession();
  const when = fullWhen(Math.max(editedAt ?? 0, movedAt ?? 0), clock);
  const label = labelOf({ isEdited: editedAt !== undefined, isMoved: movedAt !== undefined, place });
  // Visitors cannot see the history.
  if (isVisitor)
    return (
      <span className="edited" title={when}>
        {label}
      </span>
    );
  return (
    <button type="button" className="edited" title={when} onClick={onOpen}>
      {label}
    </button>
  );
}

function labelOf({ isEdited, isMoved, place }: { isEdited: boolean; isMoved: boolean; place: string | undefined }) {
  if (!isMoved) return t("message.edited");
  if (place === undefined) return t(isEdited ? "message.both" : "message.moved");
  return t(isEdited ? "message.bothFrom" : "message.movedFrom", { place });
}

/** The channel, or within one channel the topic; "a private channel" if the reader cannot access it. */
function usePlaceName(from: MovedFrom | undefined): string | undefined {
  return useStore(({ channels, realm }) => {
    if (from?.stream_id === messages.HIDDEN_CHANNEL) return t("message.privateChannel");
    if (from?.stream_id !== undefined) return channels.channels.get(from.stream_id)?.name;
    return from?.topic === undefined ? undefined : topicName({ realm }, from.topic);
  });
}
