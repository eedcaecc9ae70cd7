/** A message's Markdown source, to read and copy. */
import { useEffect, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { copy } from "./copy.ts";
import "./texts.ts";
import "./actions.css";

interface SourceDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
}

export function SourceDialog({ messageId, onClose }: SourceDialogProps) {
  const { messages } = useSession();
  const [source, setSource] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isHere = true;
    setFailed(false);
    messages.source(messageId).then(
      (text) => isHere && setSource(text),
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [messages, messageId, tries]);
  return (
    <Dialog title={t("messageDialogs.sourceTitle")} onClose={onClose} size="wide">
      {hasFailed ? (
        <Failure text={t("messageDialogs.noSource")} onRetry={() => setTries(tries + 1)} />
      ) : source === undefined ? (
        <Skeleton rows={1} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard too.
        <pre className="source" dir="auto" tabIndex={0}>
          {source}
        </pre>
      )}
      <div className="dialog-acts">
        <Button isDisabled={source === undefined} onPress={() => void copy(source ?? "", t("actions.textCopied"))}>
          {t("messageDialogs.copy")}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {t("parts.close")}
        </Button>
      </div>
    </Dialog>
  );
}
