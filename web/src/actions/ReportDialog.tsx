/** Reports a message to the organization's moderators. */
import type { Message } from "@parley/client";
import { reports } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import { ShownMessage } from "./ShownMessage.tsx";
import "./texts.ts";

interface ReportDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
}

export function ReportDialog({ messageId, onClose }: ReportDialogProps) {
  const { connection } = useSession();
  const organization = useRealm("realm_name");
  const [reason, setReason] = useState<reports.ReportType>("spam");
  const [words, setWords] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === "other" && words.trim() === "") return setProblem(t("messageDialogs.wordsNeeded"));
    setBusy(true);
    try {
      await connection.call(reports.reportMessage, {
        message_id: messageId as Message["id"],
        report_type: reason,
        description: words,
      });
      onClose();
      showToast({ text: t("messageDialogs.reported") });
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("messageDialogs.reportTitle")} onClose={onClose}>
      <ShownMessage messageId={messageId} />
      <form className="stack" onSubmit={(event) => void send(event)}>
        <fieldset className="choices">
          <legend>{t("messageDialogs.reason")}</legend>
          {reports.REPORT_TYPES.map((type) => (
            <label key={type} className="choice">
              <input type="radio" name="reason" checked={type === reason} onChange={() => setReason(type)} />
              {t(`messageDialogs.reason_${type}`)}
            </label>
          ))}
        </fieldset>
        <label>
          {t("messageDialogs.words")}
          <textarea
            className="field"
            rows={3}
            dir="auto"
            maxLength={1000}
            aria-required={reason === "other"}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
        <p className="quiet">{t("messageDialogs.whoSees", { organization })}</p>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {t("messageDialogs.sendReport")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
