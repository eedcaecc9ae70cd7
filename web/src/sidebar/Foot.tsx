/** The sidebar's footer: the reader's name and status, the connection state, and settings. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { linkState, NOTICED_AFTER_MS } from "../app/link.ts";
import { reload, useNewVersion } from "../app/version.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Icon } from "../parts/Icon.tsx";
import { later } from "../parts/later.tsx";
import { useOwnId, usePerson } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { openPersonalMenu } from "./open-menus.ts";
import { StatusEmoji } from "./StatusEmoji.tsx";

const NotifyRow = later(() => import("../living/NotifyRow.tsx").then((loaded) => loaded.NotifyRow), {
  isOptional: true,
});

export function Foot() {
  const { isVisitor } = useSession();
  return (
    <div className="side-foot">
      <Offers />
      {!isVisitor && <Me />}
    </div>
  );
}

/** Offers: a new version, and notifications. */
export function Offers() {
  const { isVisitor } = useSession();
  const isNewer = useNewVersion();
  return (
    <>
      {isNewer && (
        <button type="button" className="nav side-version" onClick={() => void reload()}>
          <Icon name="refresh" />
          <span>
            {t("shell.newVersion")} <b>{t("shell.reload")}</b>
          </span>
        </button>
      )}
      {!isVisitor && <NotifyRow />}
    </>
  );
}

function Me() {
  const session = useSession();
  const ownId = useOwnId();
  const person = usePerson(ownId);
  return (
    <div className="me">
      <button
        type="button"
        className="me-button"
        data-menu="me"
        aria-haspopup="menu"
        onClick={() => openPersonalMenu(session)}
      >
        <Avatar userId={ownId} size="m" withPresence />
        <span className="me-text">
          <b className="trunc">{person?.full_name}</b>
          <State userId={ownId} />
        </span>
      </button>
      <span className="spacer" />
      <a className="ib" href="#settings" aria-label={t("sidebar.settings")}>
        <Icon name="gear" />
      </a>
    </div>
  );
}

/** The connection state if there is a problem, otherwise the status. */
function State({ userId }: { readonly userId: number }) {
  const link = useSyncExternalStore(linkState.subscribe, () => linkState.state);
  const status = useStore((state) => state.statuses.get(userId));
  if (link.kind === "down") return <Trouble key={link.since} since={link.since} />;
  if (!status?.status_text && !status?.emoji_code)
    return <span className="quiet trunc me-state">{t("sidebar.setStatus")}</span>;
  return (
    <span className="quiet trunc me-state">
      <StatusEmoji status={status} />
      {status.status_text}
    </span>
  );
}

export function Trouble({ since }: { readonly since: number }) {
  const [isLost, setLost] = useState(Date.now() - since >= NOTICED_AFTER_MS);
  useEffect(() => {
    const timer = setTimeout(() => setLost(true), since + NOTICED_AFTER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  const waiting = useWaiting();
  const lost = waiting > 0 ? t("shell.offlineWaiting", { count: waiting }) : t("shell.offline");
  return (
    <span className="trunc me-state me-trouble" role="status">
      <Icon name="wifi" size="s" />
      {isLost ? lost : t("shell.reconnecting")}
    </span>
  );
}

/** How many local changes wait for the connection. */
function useWaiting(): number {
  const { outbox, reactions, readMarks } = useSession();
  const messages = useSyncExternalStore(
    (listener) => outbox.onChange(listener),
    () => outbox.entries.filter(({ state }) => state.name === "waiting").length,
  );
  const made = useSyncExternalStore(
    (listener) => reactions.onChange(listener),
    () => reactions.entries.length,
  );
  const marks = useSyncExternalStore(
    (listener) => readMarks.onChange(listener),
    () => readMarks.waiting,
  );
  return messages + made + marks;
}
