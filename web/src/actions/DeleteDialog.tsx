/** Confirms the deletion of a message, and shows it. */
import type { Message } from "@parley/client";
import { messageDeletion } from "@parley/server/contract";
import { useState } from "react";
import { Confirm } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import { ShownMessage } from "./ShownMessage.tsx";
import "./texts.ts";

interface DeleteDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
}

export function DeleteDialog({ messageId, onClose }: DeleteDialogProps) {
  const { connection } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    setBusy(true);
    try {
      await connection.call(messageDeletion.deleteMessage, { message_id: messageId as Message["id"] });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={t("messageDialogs.deleteTitle")}
      action={t("actions.delete")}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <ShownMessage messageId={messageId} />
      <p>{t("messageDialogs.deleteWhy")}</p>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
    </Confirm>
  );
}
