/** A link with which a person chooses a new password, for the administrator to pass on. */
import { passwordReset } from "@parley/server/contract";
import { useState } from "react";
import { sentenceOf } from "../actions/attempt.ts";
import { Links } from "../invite/Links.tsx";
import { Confirm, Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { nameOf } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";

interface ResetLinkProps {
  readonly userId: number;
  readonly onClose: () => void;
}

export function ResetLinkDialog({ userId, onClose }: ResetLinkProps) {
  const { connection } = useSession();
  const name = useStore((state) => nameOf(state, userId));
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      setLink((await connection.call(passwordReset.makePasswordResetLink, { user_id: userId })).reset_link);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (link === undefined)
    return (
      <Confirm
        title={t("card.resetPassword", { name })}
        action={t("card.makeResetLink")}
        isBusy={isBusy}
        onConfirm={() => void make()}
        onClose={onClose}
      >
        {problem && <Banner kind="bad">{problem}</Banner>}
        <p>{t("card.resetExplained")}</p>
      </Confirm>
    );
  return (
    <Dialog title={t("card.resetPassword", { name })} onClose={onClose} size="wide">
      <p>{t("card.resetMade", { name })}</p>
      <Links links={[{ label: name, url: link }]} />
    </Dialog>
  );
}
