/** The top of the sidebar: the organization, New message, and the palette. */
import { compose } from "../composer/intents.ts";
import { keyLabel, keyShortcuts } from "../keyboard/keys.ts";
import { perform, useCommand } from "../keyboard/useCommand.ts";
import { IconButton } from "../parts/buttons.tsx";
import { hereAt } from "../parts/here-at.ts";
import { Icon } from "../parts/Icon.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { openHelpMenu, openOrganizationMenu, openPersonalMenu } from "./open-menus.ts";

export function Head() {
  const session = useSession();
  const name = useRealm("realm_name");
  useCommand("organizationMenu", () => openOrganizationMenu(session));
  useCommand("personalMenu", () => openPersonalMenu(session));
  useCommand("helpMenu", () => openHelpMenu(session));
  return (
    <>
      <div className="side-head">
        <button
          type="button"
          className="org"
          data-menu="organization"
          aria-haspopup="menu"
          aria-keyshortcuts={keyShortcuts("organizationMenu")}
          onClick={() => openOrganizationMenu(session)}
        >
          <OrganizationMark />
          <span className="trunc">{name}</span>
          <Icon name="down" size="s" />
        </button>
        <span className="spacer" />
        {!session.isVisitor && (
          <IconButton
            icon="compose"
            label={t("sidebar.newMessage")}
            command="newChannelMessage"
            onPress={() => compose({ to: "channel" })}
          />
        )}
      </div>
      <button
        type="button"
        className="jump"
        aria-keyshortcuts={keyShortcuts("palette")}
        onClick={() => perform("palette")}
      >
        <Icon name="search" />
        <span>{t("sidebar.jump")}</span>
        <span className="spacer" />
        <kbd>{keyLabel("palette")}</kbd>
      </button>
    </>
  );
}

/** The organization's icon, or Parley's. */
export function OrganizationMark() {
  const url = useRealm("realm_icon_url");
  const isUploaded = useRealm("realm_icon_source") === "U";
  return (
    <span className="org-mark" aria-hidden="true">
      {isUploaded ? <img src={hereAt(url)} alt="" /> : <Icon name="waves" />}
    </span>
  );
}
