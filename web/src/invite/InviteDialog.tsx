/** Invites people: by email, or by a link that anyone can use. */
import { RequestError } from "@parley/client";
import { invites } from "@parley/server/contract";
import { Role, type RoleCode } from "@parley/server/kernel/access/roles.ts";
import { type FormEvent, useState } from "react";
import { roleName } from "../card/facts.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Banner } from "../parts/states.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { listText } from "../text/dates.ts";
import { type TextKey, t } from "../text/text.ts";
import { addressesIn } from "./addresses.ts";
import { Links } from "./Links.tsx";
import { channelsToOffer, rolesToOffer } from "./offers.ts";
import { waysToInvite } from "./ways.ts";
import "./invite.css";

const DAY = 24 * 60;
const EXPIRIES: readonly { readonly minutes: number; readonly label: TextKey }[] = [
  { minutes: DAY, label: "invite.day" },
  { minutes: 10 * DAY, label: "invite.tenDays" },
  { minutes: 30 * DAY, label: "invite.month" },
  { minutes: 0, label: "invite.never" },
];
type Refusal = readonly [address: string, reason: string, isDeactivated: boolean];

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { connection } = useSession();
  const state = useStore((whole) => whole);
  const [emails, setEmails] = useState("");
  const [minutes, setMinutes] = useState(10 * DAY);
  const [role, setRole] = useState<RoleCode>(Role.member);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(state.channels.defaultIds));
  const sendsMail = useRealm("server_sends_email");
  const [link, setLink] = useState<string>();
  const [passedOn, setPassedOn] = useState<readonly { readonly email: string; readonly link_url: string }[]>();
  const [problem, setProblem] = useState<{ readonly text: string; readonly refused: readonly Refusal[] }>();
  const [isBusy, setBusy] = useState(false);
  const addresses = addressesIn(emails);
  const ways = waysToInvite(state);
  const offered = channelsToOffer(state);
  const terms = {
    invite_expires_in_minutes: minutes === 0 ? null : minutes,
    invite_as: role,
    stream_ids: offered.map(({ stream_id }) => stream_id).filter((id) => chosen.has(id)),
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
        <label>
          <span>{t("invite.expires")}</span>
          <select className="field" value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
            {EXPIRIES.map((each) => (
              <option key={each.minutes} value={each.minutes}>
                {t(each.label)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t("invite.role")}</span>
          <select className="field" value={role} onChange={(event) => setRole(Number(event.target.value) as RoleCode)}>
            {rolesToOffer(state).map((each) => (
              <option key={each} value={each}>
                {roleName({ role: each })}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="invite-channels">
          <legend>{t("invite.channels")}</legend>
          {offered.map(({ stream_id, name }) => (
            <label key={stream_id}>
              <input
                type="checkbox"
                checked={chosen.has(stream_id)}
                onChange={(event) => {
                  const next = new Set(chosen);
                  if (event.target.checked) next.add(stream_id);
                  else next.delete(stream_id);
                  setChosen(next);
                }}
              />
              <span className="trunc">{name}</span>
            </label>
          ))}
        </fieldset>
        {link && <Links links={[{ label: t("invite.link"), url: link }]} />}
        <div className="dialog-acts">
          {ways.byLink && (
            <Button onPress={makeLink} isDisabled={isBusy} icon="link">
              {t("invite.makeLink")}
            </Button>
          )}
          {ways.byEmail && (
            <Button kind="primary" type="submit" isDisabled={isBusy || addresses.length === 0}>
              {addresses.length === 0 ? t("invite.send") : t("invite.sendMany", { count: addresses.length })}
            </Button>
          )}
        </div>
        {addresses.length > 1 && <p className="quiet">{listText(addresses.slice(0, 5))}</p>}
      </form>
    </Dialog>
  );
}
