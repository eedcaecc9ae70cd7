/** Hides the link preview of the reader's own message for everyone, with Undo. */
import type { Message } from "@parley/client";
import { submessages } from "@parley/server/contract";
import { hiding, PREVIEW } from "../message/hidden-previews.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { attempt } from "./attempt.ts";

export function hidePreview({ connection }: Session, messageId: Message["id"], address: string): void {
  const say = (isHidden: boolean) =>
    connection.call(submessages.addSubmessage, {
      message_id: messageId,
      msg_type: PREVIEW,
      content: hiding(address, isHidden),
    });
  void attempt(async () => {
    await say(true);
    showToast({ text: t("actions.previewHidden"), undo: () => void attempt(() => say(false)) });
  });
}
