/** Asks before a channel is archived, and says what happens. */
import { Confirm } from "../../parts/Dialog.tsx";
import { t } from "../../text/text.ts";

interface ArchiveDialogProps {
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ArchiveDialog({ name, onConfirm, onClose }: ArchiveDialogProps) {
  return (
    <Confirm
      title={t("channelSettings.archiveQuestion", { name })}
      action={t("channelSettings.archive")}
      isDangerous
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{t("channelSettings.archiveKeeps")}</li>
        <li>{t("channelSettings.archiveEnds")}</li>
        <li>{t("channelSettings.archiveReversible")}</li>
      </ul>
    </Confirm>
  );
}
