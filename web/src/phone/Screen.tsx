/** The sidebar's parts as phone screens: channels, direct messages, and search. */
import { useState } from "react";
import type { Address } from "../address/address.ts";
import { compose } from "../composer/intents.ts";
import { ListComposer } from "../composer/ListComposer.tsx";
import { PaletteField } from "../palette/PaletteField.tsx";
import { Avatar } from "../parts/Avatar.tsx";
import { IconButton } from "../parts/buttons.tsx";
import { OrganizationMark } from "../sidebar/Head.tsx";
import { Lists } from "../sidebar/Lists.tsx";
import { openOrganizationMenu, openPersonalMenu } from "../sidebar/open-menus.ts";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { openTab, type PhoneTab } from "./tab.ts";
import "../sidebar/sidebar.css";

interface ScreenProps {
  readonly tab: PhoneTab;
  readonly address: Address;
}

export function Screen({ tab, address }: ScreenProps) {
  const session = useSession();
  const ownId = useOwnId();
  const [filter, setFilter] = useState<string>();
  return (
    <section className="view phone-screen" aria-label={t(`phone.${tab}`)}>
      <div className="phone-head" data-region="header">
        <h1 className="trunc">{t(`phone.${tab}`)}</h1>
        <span className="spacer" />
        {tab !== "search" && (
          <IconButton
            icon="filter"
            label={t("sidebar.filter")}
            onPress={() => setFilter(filter === undefined ? "" : undefined)}
          />
        )}
        {!session.isVisitor && (
          <IconButton
            icon="compose"
            label={t("sidebar.newMessage")}
            onPress={() => compose(tab === "direct" ? { to: "direct", userIds: [], isNew: true } : { to: "channel" })}
          />
        )}
        <button
          type="button"
          className="ib"
          data-menu="organization"
          aria-haspopup="menu"
          aria-label={t("menus.organizationMenu")}
          onClick={() => openOrganizationMenu(session)}
        >
          <OrganizationMark />
        </button>
        {!session.isVisitor && (
          <button
            type="button"
            className="ib"
            data-menu="me"
            aria-haspopup="menu"
            aria-label={t("menus.personalMenu")}
            onClick={() => openPersonalMenu(session)}
          >
            <Avatar userId={ownId} size="m" withPresence />
          </button>
        )}
      </div>
      {tab === "search" ? (
        <div className="phone-search">
          <PaletteField address={address} onClose={() => openTab(undefined)} isAlone />
        </div>
      ) : (
        <Lists
          address={address}
          filter={filter}
          onFilter={setFilter}
          parts={tab === "direct" ? ["direct"] : ["views", "channels"]}
        />
      )}
      <ListComposer />
    </section>
  );
}
