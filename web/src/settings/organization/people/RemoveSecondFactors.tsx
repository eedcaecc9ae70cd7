/** Removes the second factors of a person who has lost them. Shown only for people who have some. */
import { holderOf } from "@parley/client";
import { secondFactors } from "@parley/server/contract";
import { mayRemoveSecondFactors } from "@parley/server/people/second-factors/permissions.ts";
import { useEffect, useState } from "react";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { nameOf, usePerson } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";

export function RemoveSecondFactors({ userId }: { readonly userId: number }) {
  const person = usePerson(userId);
  const mayRemove = useStore((state) => person?.is_active === true && mayRemoveSecondFactors(holderOf(state), person));
  const hasFactor = useHasSecondFactor(userId, mayRemove);
  if (!hasFactor) return null;
  return (
    <Button icon="key" onPress={() => openDialog((close) => <RemoveDialog userId={userId} onClose={close} />)}>
      {t("people.removeFactors")}
    </Button>
  );
}

function useHasSecondFactor(userId: number, mayAsk: boolean): boolean {
  const { connection } = useSession();
  const [people, setPeople] = useState<readonly number[]>([]);
  useEffect(() => {
    if (!mayAsk) return;
    let isShown = true;
    connection.call(secondFactors.getPeopleWithSecondFactor, {}).then(
      ({ user_ids }) => isShown && setPeople(user_ids),
      // The dialog is useful without it.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [connection, mayAsk]);
  return people.includes(userId);
}

function RemoveDialog({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const { connection } = useSession();
  const name = useStore((state) => nameOf(state, userId));
  const submit = async () => {
    await connection.call(secondFactors.removeSecondFactors, { user_id: userId });
    showToast({ text: t("people.factorsRemoved", { name }) });
  };
  return (
    <FormDialog
      title={t("people.removeFactors")}
      action={t("people.removeFactors")}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("people.removeFactorsNote", { name })}</p>
    </FormDialog>
  );
}
