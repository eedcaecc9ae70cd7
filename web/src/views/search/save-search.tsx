/** Saves a search as a view in the sidebar. */
import { navigationViews } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { t } from "../../text/text.ts";

const LONGEST = 100;

interface SaveSearchProps {
  readonly fragment: string;
  readonly suggested: string;
  readonly onClose: () => void;
}

function SaveSearch({ fragment, suggested, onClose }: SaveSearchProps) {
  const { connection } = useSession();
  const [name, setName] = useState(suggested.slice(0, LONGEST));
  const [problem, setProblem] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    try {
      await connection.call(navigationViews.addNavigationView, { fragment, is_pinned: true, name: name.trim() });
      onClose();
      showToast({
        text: t("search.saved", { name: name.trim() }),
        undo: () => void attempt(() => connection.call(navigationViews.removeNavigationView, { fragment })),
      });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <Dialog title={t("search.saveTitle")} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void save(event)}>
        <label>
          {t("search.saveName")}
          <input
            className="field"
            dir="auto"
            maxLength={LONGEST}
            autoFocus
            value={name}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === ""}>
            {t("search.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export const openSaveSearch = (fragment: string, suggested: string): void =>
  openDialog((close) => <SaveSearch fragment={fragment} suggested={suggested} onClose={close} />);
