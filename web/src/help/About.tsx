/** About the organization and its server, and how to connect an app. */

import { useEffect, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { putOnClipboard } from "../parts/clipboard.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import "./help.css";

interface Server {
  /** Of Parley itself. */
  readonly product: string;
  readonly version: string;
  readonly level: number;
}

/** Public, because apps request it before signing in. */
async function serverSettings(signal: AbortSignal): Promise<Server> {
  const response = await fetch("/api/v1/server_settings", { signal });
  const answer = (await response.json()) as Record<string, unknown>;
  const { parley_version, zulip_version, zulip_feature_level } = answer;
  return { product: `${parley_version ?? ""}`, version: `${zulip_version}`, level: Number(zulip_feature_level) };
}

export function About({ onClose }: { readonly onClose: () => void }) {
  const name = useRealm("realm_name");
  const url = useRealm("realm_url");
  const [server, setServer] = useState<Server>();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    // Without a response the address is still useful.
    serverSettings(asking.signal).then(setServer, () => {});
    return () => asking.abort();
  }, []);
  const copy = () => void putOnClipboard(url).then(setCopied);
  return (
    <Dialog title={t("address.aboutParley")} onClose={onClose}>
      <dl className="facts help-facts">
        <div>
          <dt>{t("help.organization")}</dt>
          <dd dir="auto">{name}</dd>
        </div>
        <div>
          <dt>{t("help.software")}</dt>
          <dd>{server ? `Parley ${server.product}` : "Parley"}</dd>
        </div>
        <div>
          <dt>{t("help.api")}</dt>
          <dd>{server ? t("help.apiVersion", { version: server.version, level: server.level }) : ""}</dd>
        </div>
        <div>
          <dt>{t("help.address")}</dt>
          <dd>{url}</dd>
        </div>
      </dl>
      <h3>{t("help.connectApp")}</h3>
      <p>{t("help.connectAppHow", { address: url })}</p>
      <div className="dialog-acts">
        <Button onPress={copy} icon={isCopied ? "check" : "copy"}>
          {t(isCopied ? "help.copied" : "help.copyAddress")}
        </Button>
        <Button kind="primary" onPress={onClose} autoFocus>
          {t("parts.close")}
        </Button>
      </div>
    </Dialog>
  );
}
