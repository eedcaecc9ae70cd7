/** Lists who has read a message, among those who share that. */
import type { Message } from "@parley/client";
import { readState, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { openPersonCard } from "../card/PersonCard.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { nameOf } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import "./texts.ts";
import "./actions.css";

type Receipts = ShapeOf<(typeof readState.getReadReceipts)["response"]>;

interface ReceiptsDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
}

export function ReceiptsDialog({ messageId, onClose }: ReceiptsDialogProps) {
  const { connection } = useSession();
  const [receipts, setReceipts] = useState<Receipts>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    const ending = new AbortController();
    const args = { message_id: messageId as Message["id"] };
    connection
      .call(readState.getReadReceipts, args, { signal: ending.signal })
      .then(setReceipts, (error: unknown) => ending.signal.aborted || setProblem(sentenceOf(error)));
    return () => ending.abort();
  }, [connection, messageId, tries]);
  const again = () => {
    setProblem(undefined);
    setTries(tries + 1);
  };
  const open = (userId: number) => {
    const anchor = document.querySelector(`.log-row[data-key="${messageId}"] article`) ?? document.body;
    onClose();
    openPersonCard(userId, anchor);
  };
  return (
    <Dialog title={t("messageDialogs.receiptsTitle")} onClose={onClose}>
      {problem !== undefined ? (
        <Failure text={problem} onRetry={again} />
      ) : !receipts ? (
        <Skeleton rows={1} />
      ) : (
        <>
          <p className="quiet">{t("messageDialogs.readBy", { count: receipts.user_ids.length })}</p>
          <ul className="people-list">
            {receipts.user_ids.map((id) => (
              <Reader key={id} userId={id} onOpen={() => open(id)} />
            ))}
          </ul>
        </>
      )}
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t("parts.close")}
        </Button>
      </div>
    </Dialog>
  );
}

function Reader({ userId, onOpen }: { readonly userId: number; readonly onOpen: () => void }) {
  const name = useStore((state) => nameOf(state, userId));
  return (
    <li>
      <Button kind="plain" onPress={onOpen}>
        <Avatar userId={userId} size="s" />
        <span dir="auto">{name}</span>
      </Button>
    </li>
  );
}
