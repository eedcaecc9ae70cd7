/** Asks before the email addresses of a channel are replaced, and says what happens. */
import { Confirm } from "../../parts/Dialog.tsx";
import { t } from "../../text/text.ts";

interface ReplaceEmailDialogProps {
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ReplaceEmailDialog({ name, onConfirm, onClose }: ReplaceEmailDialogProps) {
  return (
    <Confirm
      title={t("channelSettings.emailReplaceQuestion", { name })}
      action={t("channelSettings.emailReplace")}
      isDangerous
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{t("channelSettings.emailReplaceEnds")}</li>
        <li>{t("channelSettings.emailReplaceNew")}</li>
      </ul>
    </Confirm>
  );
}
