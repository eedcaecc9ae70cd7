/** Whether a message was changed, after its text; leads to what it was before. */
import { useClock } from "../state/settings.ts";
import { fullWhen } from "../text/dates.ts";
import { t } from "../text/text.ts";

interface LabelsProps {
  readonly editedAt: number | undefined;
  readonly movedAt: number | undefined;
  readonly onOpen: () => void;
}

export function Labels({ editedAt, movedAt, onOpen }: LabelsProps) {
  const clock = useClock();
  const at = Math.max(editedAt ?? 0, movedAt ?? 0);
  if (at === 0) return null;
  const key = editedAt === undefined ? "message.moved" : movedAt === undefined ? "message.edited" : "message.both";
  return (
    <button type="button" className="edited" title={fullWhen(at, clock)} onClick={onOpen}>
      {t(key)}
    </button>
  );
}
