/** Deletes a topic and all of its messages, in as many requests as the server needs. */
import { messageDeletion } from "@parley/server/contract";
import { useState } from "react";
import { Confirm } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import { useTopicIds } from "./move/useTopicIds.ts";
import { plainTopic } from "./resolved.ts";
import "./texts.ts";

interface DeleteTopicDialogProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onClose: () => void;
}

export function DeleteTopicDialog({ channelId, topic, onClose }: DeleteTopicDialogProps) {
  const { connection } = useSession();
  const emptyName = useRealm("realm_empty_topic_display_name");
  const name = topic === "" ? emptyName : plainTopic(topic);
  const ids = useTopicIds(channelId, topic);
  // The count at the time of asking; the topic shrinks while it is being deleted.
  const [total, setTotal] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    setTotal(ids?.length);
    setBusy(true);
    setProblem(undefined);
    try {
      const asked = { stream_id: channelId as never, topic_name: topic };
      for (let isComplete = false; !isComplete; )
        isComplete = (await connection.call(messageDeletion.deleteTopic, asked)).complete;
      onClose();
      showToast({ text: t("messageDialogs.deletedTopic", { topic: name }) });
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={t("messageDialogs.deleteTopicTitle", { topic: name, count: total ?? ids?.length ?? 0 })}
      action={t("actions.deleteTopic")}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {isBusy && (
        <div role="status">
          <p>{t("messageDialogs.deleting")}</p>
          <progress aria-label={t("messageDialogs.deleting")} />
        </div>
      )}
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
    </Confirm>
  );
}
