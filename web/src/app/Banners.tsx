/** Banners about the whole application: offline, signed out elsewhere, and a server without email. */
import { holderOf } from "@parley/client";
import { isOwner } from "@parley/server/kernel/access/roles.ts";
import { type ComponentProps, useEffect, useState, useSyncExternalStore } from "react";
import { Fault } from "../parts/Fault.tsx";
import { later } from "../parts/later.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { realmField, useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { timeOfDay } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { linkState, NOTICED_AFTER_MS } from "./link.ts";
import { signInAddress } from "./session.ts";

const MailNotice = later(() => import("../invite/MailNotice.tsx").then((loaded) => loaded.MailNotice), {
  isOptional: true,
});
const SignedOut = later(() => import("./SignedOut.tsx").then((loaded) => loaded.SignedOut));

export function Banners() {
  const link = useSyncExternalStore(linkState.subscribe, () => linkState.state);
  const { isVisitor } = useSession();
  const needsMail = useStore((state) => isOwner(holderOf(state)) && !realmField(state, "server_sends_email"));
  return (
    <>
      <div className="banners">
        {isVisitor && <SignIn>{t("shell.visiting")}</SignIn>}
        {needsMail && <MailNotice />}
      </div>
      {link.kind === "down" && <OfflineBanner key={link.since} since={link.since} />}
      {link.kind === "signed-out" && (
        // Whatever could not be loaded: nothing works until then.
        <Fault instead={() => <SignIn kind="bad">{t("shell.signedOut")}</SignIn>}>
          <SignedOut />
        </Fault>
      )}
    </>
  );
}

const SignIn = (props: Pick<ComponentProps<typeof Banner>, "kind" | "children">) => (
  <Banner icon="user" action={{ label: t("shell.signIn"), do: () => location.assign(signInAddress()) }} {...props} />
);

function OfflineBanner({ since }: { readonly since: number }) {
  const clock = useClock();
  const { sync } = useSession();
  const [isSaid, setSaid] = useState(Date.now() - since >= NOTICED_AFTER_MS);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), since + NOTICED_AFTER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  if (!isSaid) return null;
  return (
    <div className="offline-note">
      <Banner kind="warn" icon="wifi" action={{ label: t("shell.retry"), do: () => sync.reconnect() }}>
        {t("shell.offlineSince", { time: timeOfDay(since / 1000, clock) })}{" "}
        <span className="offline-more">{t("shell.offlineHow")}</span>
      </Banner>
    </div>
  );
}
