/** Invites people: by email, or by a link that anyone can use. */
import { RequestError } from "@parley/client";
import { invites } from "@parley/server/contract";
import { Role, type RoleCode } from "@parley/server/kernel/access/roles.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { listText } from "../text/dates.ts";
import { inviting } from "../text/en/inviting.ts";
import { learn, t } from "../text/text.ts";
import { addressesIn } from "./addresses.ts";
import { Choices } from "./Choices.tsx";
import { ExpiryField } from "./ExpiryField.tsx";
import { USUAL_EXPIRY } from "./expiry.ts";
import { Links } from "./Links.tsx";
import { channelsToOffer, groupsToOffer } from "./offers.ts";
import { RoleField } from "./RoleField.tsx";
import { WelcomeField } from "./WelcomeField.tsx";
import { waysToInvite } from "./ways.ts";
import "./texts.ts";
import "./invite.css";

learn({ inviting });

type Refusal = readonly [address: string, reason: string, isDeactivated: boolean];

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const state = useStore((whole) => whole);
  const [emails, setEmails] = useState("");
  // Undefined while what is typed is no length.
  const [minutes, setMinutes] = useState<number | null | undefined>(USUAL_EXPIRY);
  const [role, setRole] = useState<RoleCode>(Role.member);
  const [hasDefaults, setDefaults] = useState(true);
  const [channelIds, setChannelIds] = useState<ReadonlySet<number>>(new Set());
  const [groupIds, setGroupIds] = useState<ReadonlySet<number>>(new Set());
  const [welcome, setWelcome] = useState<string | null>(null);
  const [isNotified, setNotified] = useState(true);
  const sendsMail = useRealm("server_sends_email");
  const [link, setLink] = useState<string>();
  const [passedOn, setPassedOn] = useState<readonly { readonly email: string; readonly link_url: string }[]>();
  const [problem, setProblem] = useState<{ readonly text: string; readonly refused: readonly Refusal[] }>();
  const [isBusy, setBusy] = useState(false);
  const addresses = addressesIn(emails);
  const ways = waysToInvite(state);
  const defaults = channelsToOffer(state).filter(({ stream_id }) => state.channels.defaultIds.includes(stream_id));
  const channels = channelsToOffer(state).filter((channel) => !hasDefaults || !defaults.includes(channel));
  const groups = groupsToOffer(state);
  const chosen = (offered: readonly number[], among: ReadonlySet<number>) => offered.filter((id) => among.has(id));
  const terms = {
    ...(minutes === undefined ? {} : { invite_expires_in_minutes: minutes }),
    invite_as: role,
    stream_ids: chosen(
      channels.map(({ stream_id }) => stream_id),
      channelIds,
    ),
    include_realm_default_subscriptions: hasDefaults,
    group_ids: chosen(
      groups.map(({ id }) => id),
      groupIds,
    ),
    welcome_message_custom_text: welcome,
  };
  const attempt = async (does: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await does();
    } catch (error) {
      const refused = error instanceof RequestError ? (error.fields.errors as Refusal[] | undefined) : undefined;
      const text = error instanceof RequestError ? error.message : t("parts.notReached");
      setProblem({ text, refused: refused ?? [] });
    } finally {
      setBusy(false);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const { invite_links } = await connection.call(invites.sendInvites, {
        invitee_emails: addresses.join(","),
        notify_referrer_on_join: isNotified,
        ...terms,
      });
      if (invite_links) return setPassedOn(invite_links);
      onClose();
      showToast({ text: sendsMail ? t("invite.sent", { count: addresses.length }) : t("invite.passOnByOwner") });
    });
  };
  const makeLink = () =>
    void attempt(async () => setLink((await connection.call(invites.createInviteLink, terms)).invite_link));
  if (passedOn)
    return (
      <Dialog title={t("menus.invite")} onClose={onClose} size="wide">
        <div className="invite">
          <p>{t("invite.passOn")}</p>
          <Links links={passedOn.map(({ email, link_url }) => ({ label: email, url: link_url }))} />
          <div className="dialog-acts">
            <Button kind="primary" onPress={onClose}>
              {t("invite.done")}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  const isReady = !isBusy && minutes !== undefined;
  return (
    <Dialog title={t("menus.invite")} onClose={onClose} size="wide">
      <form className="invite" onSubmit={send}>
        {problem && (
          <Banner kind="bad">
            {problem.text}
            {problem.refused.map(([address, reason]) => (
              <span key={address} className="invite-refused">
                {address}: {reason}
              </span>
            ))}
          </Banner>
        )}
        {ways.byEmail && (
          <label className="invite-emails">
            <span>{t("invite.emails")}</span>
            <textarea
              className="field"
              rows={3}
              autoFocus
              value={emails}
              onChange={(event) => setEmails(event.target.value)}
            />
            {!sendsMail && <span className="quiet">{t("invite.noMail")}</span>}
          </label>
        )}
        <ExpiryField minutes={minutes} onChange={setMinutes} />
        <RoleField role={role} onChange={setRole} />
        <fieldset className="invite-defaults">
          <legend>{t("invite.channels")}</legend>
          <label>
            <input type="checkbox" checked={hasDefaults} onChange={({ target }) => setDefaults(target.checked)} />
            <span>
              {t("inviting.defaults")}
              <small>
                {defaults.length === 0
                  ? t("inviting.noDefaults")
                  : t("inviting.defaultsHelp", { names: listText(defaults.map(({ name }) => name)) })}
              </small>
            </span>
          </label>
        </fieldset>
        <Choices
          title={t("inviting.others")}
          offered={channels.map(({ stream_id, name }) => ({ id: stream_id, name }))}
          chosen={channelIds}
          onChange={setChannelIds}
        />
        <Choices title={t("inviting.groups")} offered={groups} chosen={groupIds} onChange={setGroupIds} />
        <WelcomeField onChange={setWelcome} />
        {ways.byEmail && (
          <label className="invite-notify">
            <input type="checkbox" checked={isNotified} onChange={({ target }) => setNotified(target.checked)} />
            <span>{t("inviting.notify")}</span>
          </label>
        )}
        {link && <Links links={[{ label: t("invite.link"), url: link }]} />}
        <div className="dialog-acts">
          {ways.byLink && (
            <Button onPress={makeLink} isDisabled={!isReady} icon="link">
              {t("invite.makeLink")}
            </Button>
          )}
          {ways.byEmail && (
            <Button kind="primary" type="submit" isDisabled={!isReady || addresses.length === 0}>
              {addresses.length === 0 ? t("invite.send") : t("invite.sendMany", { count: addresses.length })}
            </Button>
          )}
        </div>
        {addresses.length > 1 && <p className="quiet">{listText(addresses.slice(0, 5))}</p>}
      </form>
    </Dialog>
  );
}
