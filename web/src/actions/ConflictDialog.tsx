/** Shown when someone else edited the message during an edit here: both texts side by side, to choose one. */
import { useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import "./texts.ts";
import "./actions.css";

export interface Conflict {
  readonly mine: string;
  readonly theirs: string;
  readonly onKeepMine: () => Promise<void>;
  readonly onTakeTheirs: () => void;
}

export function ConflictDialog({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: Conflict & { readonly onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const keep = () => {
    onKeepMine().then(onClose, (error: unknown) => setProblem(sentenceOf(error)));
  };
  const take = () => {
    onClose();
    onTakeTheirs();
  };
  return (
    <Dialog title={t("messageDialogs.conflict")} onClose={onClose} size="wide">
      <div className="beside">
        <section>
          <h3>{t("messageDialogs.mine")}</h3>
          <pre className="source" dir="auto">
            {mine}
          </pre>
        </section>
        <section>
          <h3>{t("messageDialogs.theirs")}</h3>
          <pre className="source" dir="auto">
            {theirs}
          </pre>
        </section>
      </div>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <div className="dialog-acts">
        <Button onPress={take}>{t("messageDialogs.takeTheirs")}</Button>
        <Button kind="primary" onPress={keep}>
          {t("messageDialogs.keepMine")}
        </Button>
      </div>
    </Dialog>
  );
}
