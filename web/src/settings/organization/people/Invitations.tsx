/** The open invitations: by email and by link, with who sent them and when they expire. */
import { holderOf } from "@parley/client";
import { invites } from "@parley/server/contract";
import { type InvitationFault, invitationFault } from "@parley/server/joining/invites/permissions.ts";
import { isAdministrator } from "@parley/server/kernel/access/roles.ts";
import { attempt } from "../../../actions/attempt.ts";
import { copy } from "../../../actions/copy.ts";
import { openAddressDialog } from "../../../app/address-dialogs.tsx";
import { openDialog } from "../../../app/dialogs.tsx";
import { roleName } from "../../../card/kinds.ts";
import { waysToInvite } from "../../../invite/ways.ts";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { nameOf } from "../../../state/people.ts";
import { useMinute } from "../../../state/presence.ts";
import { useSession } from "../../../state/session.tsx";
import { useClock, useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { type TextKey, t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { Table } from "../../lists/Table.tsx";
import { Section } from "../../Page.tsx";
import { type OpenInvitation, useInvitations } from "./useInvitations.ts";
import "../../../invite/texts.ts";

export function Invitations() {
  const { invitations, problem, retry } = useInvitations();
  const now = useMinute() * 60;
  const clock = useClock();
  const users = useStore((state) => state.users);
  const seesAll = useStore((state) => isAdministrator(holderOf(state)));
  const mayInvite = useStore((state) => {
    const { byEmail, byLink } = waysToInvite(state);
    return byEmail || byLink;
  });
  const open = invitations?.filter(({ expiry_date }) => expiry_date === null || expiry_date > now);
  return (
    <Section title={t("people.invitations")} help={t(seesAll ? "invitations.help" : "invitations.ownHelp")}>
      <div className="add-row">
        {mayInvite ? (
          <Button icon="plus" onPress={() => openAddressDialog("invite")}>
            {t("menus.invite")}
          </Button>
        ) : (
          <p className="quiet">{t("invitations.mayNot")}</p>
        )}
      </div>
      {problem !== undefined && <Failure text={problem} onRetry={retry} />}
      {open === undefined && problem === undefined && <Skeleton />}
      {open?.length === 0 && <Empty icon="user" title={t("invitations.none")} />}
      {open !== undefined && open.length > 0 && (
        <Table
          label={t("people.invitations")}
          rows={open}
          keyOf={({ id, is_multiuse }) => `${is_multiuse} ${id}`}
          columns={[
            { title: t("invitations.for"), of: nameOfInvitation, draw: (each) => <For invitation={each} /> },
            { title: t("invitations.by"), of: (each) => nameOf({ users }, each.invited_by_user_id) },
            { title: t("people.role"), of: ({ invited_as }) => invited_as, draw: roleOf },
            {
              title: t("invitations.expires"),
              of: ({ expiry_date }) => expiry_date ?? Number.POSITIVE_INFINITY,
              draw: ({ expiry_date }) =>
                expiry_date === null ? t("invite.never") : momentText(expiry_date, clock, now),
            },
          ]}
          actions={(each) => <Acts invitation={each} />}
        />
      )}
    </Section>
  );
}

const roleOf = ({ invited_as }: OpenInvitation): string => roleName({ role: invited_as });

/** The address, or that it is a link. */
const nameOfInvitation = (invitation: OpenInvitation): string =>
  "email" in invitation ? invitation.email : t("invitations.link");

function For({ invitation }: { readonly invitation: OpenInvitation }) {
  const clock = useClock();
  return (
    <span>
      {nameOfInvitation(invitation)}
      <small>{t("invitations.sent", { date: momentText(invitation.invited, clock) })}</small>
    </span>
  );
}

const FAULTS: Readonly<Record<InvitationFault, TextKey>> = {
  mustBeAdministrator: "organization.byAdministrators",
  mustBeOwner: "organization.byOwners",
};

function Acts({ invitation }: { readonly invitation: OpenInvitation }) {
  const { connection } = useSession();
  const sendsMail = useRealm("server_sends_email");
  const { id: invite_id, is_multiuse, link_url } = invitation;
  const name = nameOfInvitation(invitation);
  const fault = useStore((state) =>
    invitationFault(
      { id: state.users.ownId, role: holderOf(state).role },
      { inviterId: invitation.invited_by_user_id, invitedAs: invitation.invited_as },
    ),
  );
  if (fault !== undefined) return <span className="quiet">{t(FAULTS[fault])}</span>;
  const resend = () =>
    void attempt(async () => {
      await connection.call(invites.resendInvite, { invite_id });
      showToast({ text: t("invitations.resent", { name }) });
    });
  const revoke = () =>
    openDialog((close) => (
      <FormDialog
        title={is_multiuse ? t("invitations.revokeLinkQuestion") : t("invitations.revokeQuestion", { name })}
        action={t("invitations.revoke")}
        isDangerous
        onSubmit={() => connection.call(is_multiuse ? invites.revokeInviteLink : invites.revokeInvite, { invite_id })}
        onClose={close}
      >
        <p>{t("invitations.revokeLoss")}</p>
      </FormDialog>
    ));
  return (
    <>
      {link_url !== undefined && (
        <Button
          icon="copy"
          aria-label={t("invitations.copyFor", { name })}
          onPress={() => void copy(link_url, t("invite.copied"))}
        >
          {t("invite.copy")}
        </Button>
      )}
      {!is_multiuse && sendsMail && (
        <Button aria-label={t("invitations.resendTo", { name })} onPress={resend}>
          {t("invitations.resend")}
        </Button>
      )}
      <IconButton icon="trash" label={t("invitations.revokeNamed", { name })} onPress={revoke} />
    </>
  );
}
