/** Offers to delete the files that an edit left without a link. */
import type { ShapeOf } from "@parley/server/contract";
import { type messageEditing, uploads } from "@parley/server/contract";
import { useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import "./texts.ts";

export type LooseFile = ShapeOf<(typeof messageEditing.editMessage)["response"]>["detached_uploads"][number];

interface LooseFilesDialogProps {
  readonly files: readonly LooseFile[];
  readonly onClose: () => void;
}

export function LooseFilesDialog({ files, onClose }: LooseFilesDialogProps) {
  const { connection } = useSession();
  const [problem, setProblem] = useState<string>();
  const count = files.length;
  const names = listText(files.map(({ name }) => name));
  const remove = async () => {
    try {
      for (const { id } of files) await connection.call(uploads.removeAttachment, { attachment_id: id });
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Dialog title={t("messageDialogs.alsoDelete", { count, names })} onClose={onClose} role="alertdialog">
      <p>{t("messageDialogs.alsoDeleteWhy", { count })}</p>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <div className="dialog-acts">
        <Button onPress={onClose} autoFocus>
          {t("messageDialogs.keepFiles")}
        </Button>
        <Button kind="danger" onPress={() => void remove()}>
          {t("messageDialogs.deleteFiles", { count })}
        </Button>
      </div>
    </Dialog>
  );
}
