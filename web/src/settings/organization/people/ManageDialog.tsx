/** Manages a person: name, role, address, profile, password reset, deactivation. Each change is saved at once. */
import { holderOf } from "@parley/client";
import {
  type DeactivationFault,
  deactivationFault,
  mayChangeAddresses,
} from "@parley/server/people/users/permissions.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { ResetLinkDialog } from "../../../card/ResetLinkDialog.tsx";
import { canPassOnReset } from "../../../card/reset.ts";
import { useIsUnverified } from "../../../card/unverified.ts";
import { Avatar } from "../../../parts/Avatar.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Dialog } from "../../../parts/Dialog.tsx";
import { useOwnId, usePerson } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { type TextKey, t } from "../../../text/text.ts";
import { SavedStatus } from "../../Page.tsx";
import { FieldRow } from "../../profile/FieldRow.tsx";
import { Row, SettingRow } from "../../SettingRow.tsx";
import "../../texts.ts";
import { DeactivateDialog } from "./DeactivateDialog.tsx";
import { isOnlyOwner } from "./directory.ts";
import { EraseButton } from "./EraseButton.tsx";
import { emailSetting, nameSetting, personSource, profileSource, roleSetting } from "./person-settings.ts";
import { RemoveSecondFactors } from "./RemoveSecondFactors.tsx";
import { reactivate } from "./reactivate.ts";
import "../../settings.css";
import "./people.css";

interface ManageProps {
  readonly userId: number;
  readonly onClose: () => void;
}

export function ManageDialog({ userId, onClose }: ManageProps) {
  const person = usePerson(userId);
  const { store } = useSession();
  const clock = useClock();
  // The role's choice depends on who else is an owner.
  useStore((state) => state.users);
  if (!person) return null;
  const name = person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
  const source = personSource(userId);
  return (
    <Dialog title={name} onClose={onClose} size="wide">
      <div className="manage">
        <div className="manage-top">
          <Avatar userId={userId} withPresence />
          <span className="quiet">
            {t("people.joined", { date: momentText(Date.parse(person.date_joined) / 1000, clock) })}
          </span>
          <span className="spacer" />
          <SavedStatus />
        </div>
        <SettingRow setting={nameSetting} source={source} />
        <SettingRow setting={roleSetting(store.state, userId)} source={source} />
        <Email userId={userId} />
        <ProfileRows userId={userId} />
        <Acts userId={userId} onClose={onClose} />
      </div>
    </Dialog>
  );
}

/** Hidden addresses can't be replaced either: nobody would notice a mistake. */
function Email({ userId }: { readonly userId: number }) {
  const email = usePerson(userId)?.delivery_email;
  const mayChange = useStore((state) => mayChangeAddresses(holderOf(state)));
  const isUnverified = useIsUnverified(userId);
  const note = isUnverified && <span className="quiet">{t("people.unconfirmed")}</span>;
  if (mayChange && email)
    return (
      <SettingRow setting={emailSetting} source={personSource(userId)}>
        {note}
      </SettingRow>
    );
  return (
    <Row name="email" label={<span>{t("people.email")}</span>} help={<small>{t("organization.byOwners")}</small>}>
      {note}
      <span className="setting-value">{email ?? t("people.emailHidden")}</span>
    </Row>
  );
}

function ProfileRows({ userId }: { readonly userId: number }) {
  const fields = useStore((state) => state.profileFields);
  const source = profileSource(userId);
  return fields.map((field) => <FieldRow key={field.id} field={field} source={source} userId={userId} />);
}

const FAULTS: Readonly<Record<DeactivationFault, TextKey>> = {
  mustBeAdministrator: "organization.byAdministrators",
  mustBeOwner: "organization.byOwners",
};

function Acts({ userId, onClose }: ManageProps) {
  const { connection } = useSession();
  const person = usePerson(userId);
  const isOwn = useOwnId() === userId;
  const isLast = useStore((state) => isOnlyOwner(state.users, userId));
  const mayReset = useStore((state) => canPassOnReset(state, userId));
  const fault = useStore((state) => (person ? deactivationFault(holderOf(state), person) : undefined));
  if (!person) return null;
  const reason = isLast ? t("people.onlyOwner") : fault && t(FAULTS[fault]);
  return (
    <div className="dialog-acts manage-acts">
      {mayReset && (
        <Button icon="link" onPress={() => openDialog((close) => <ResetLinkDialog userId={userId} onClose={close} />)}>
          {t("card.makeResetLink")}
        </Button>
      )}
      <RemoveSecondFactors userId={userId} />
      <EraseButton userId={userId} onErased={onClose} />
      {!person.is_active && (
        <Button onPress={() => void reactivate(connection, { userId, name: person.full_name })}>
          {t("people.reactivate")}
        </Button>
      )}
      {person.is_active &&
        !isOwn &&
        (reason === undefined ? (
          <Button
            kind="danger"
            onPress={() => openDialog((close) => <DeactivateDialog userId={userId} onClose={close} />)}
          >
            {t("people.deactivate")}
          </Button>
        ) : (
          <span className="quiet">{reason}</span>
        ))}
      <span className="spacer" />
      <Button kind="primary" onPress={onClose}>
        {t("parts.close")}
      </Button>
    </div>
  );
}
