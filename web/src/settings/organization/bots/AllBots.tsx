/** The bots of everyone: who owns them, their roles, and whether they are in use. */
import { holderOf, realmSettings, type State, type User } from "@parley/client";
import { bots as api } from "@parley/server/contract";
import { canCreateBot, canManageBot } from "@parley/server/people/bots/permissions.ts";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { botTypeName, roleName } from "../../../card/kinds.ts";
import { Avatar } from "../../../parts/Avatar.tsx";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { MenuButton } from "../../../parts/Menu.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { nameOf } from "../../../state/people.ts";
import { useAddress, useGo } from "../../../state/place.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { BotDialog } from "../../bots/BotDialog.tsx";
import { commandRows } from "../../bots/commands/menu.tsx";
import { Select } from "../../controls/Select.tsx";
import { Table } from "../../lists/Table.tsx";
import { Page, PageTabs, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { botsListed } from "../people/directory.ts";
import { reactivate } from "../people/reactivate.ts";
import "../people/people.css";

const LISTS = ["all-bots", "your-bots"] as const;

export function AllBots({ page }: { readonly page: SettingsPage }) {
  const address = useAddress();
  const go = useGo();
  const users = useStore((state) => state.users);
  const [isActive, setActive] = useState(true);
  const list = address?.kind === "organization" && address.tab === "your-bots" ? "your-bots" : "all-bots";
  const isOwn = list === "your-bots";
  const listed = botsListed(users).filter(
    (bot) => bot.is_active === isActive && (!isOwn || bot.bot_owner_id === users.ownId),
  );
  const owner = ({ bot_owner_id: id }: User) => (id === null ? t("allBots.noOwner") : nameOf({ users }, id));
  const title = t(isOwn ? "allBots.yours" : "allBots.all");
  return (
    <Page page={page}>
      <PageTabs
        label={t("allBots.lists")}
        value={list}
        options={LISTS.map((value) => ({ value, label: t(value === "all-bots" ? "allBots.all" : "allBots.yours") }))}
        onChange={(tab) => go({ kind: "organization", section: "bots", tab })}
      />
      <Section title={title} help={t("allBots.locked")}>
        <Table
          key={list}
          label={title}
          rows={listed}
          keyOf={({ user_id }) => user_id}
          columns={[
            {
              title: t("bots.name"),
              of: ({ full_name, delivery_email, email }) => `${full_name} ${delivery_email ?? email}`,
              draw: (bot) => (
                <span className="with-mark">
                  <Avatar userId={bot.user_id} />
                  <span className="person-words">
                    {bot.full_name}
                    <small>{bot.delivery_email ?? bot.email}</small>
                  </span>
                </span>
              ),
            },
            { title: t("bots.type"), of: (bot) => botTypeName(bot) },
            { title: t("allBots.owner"), of: owner },
            { title: t("people.role"), of: ({ role }) => role, draw: (bot: User) => roleName(bot) },
          ]}
          tools={<StateFilter isActive={isActive} onChange={setActive} />}
          actions={(bot) => <Acts bot={bot} />}
        />
        {listed.length === 0 && <p className="quiet">{t(isOwn ? "allBots.noneOfYours" : "allBots.none")}</p>}
      </Section>
    </Page>
  );
}

interface StateFilterProps {
  readonly isActive: boolean;
  readonly onChange: (isActive: boolean) => void;
}

const StateFilter = ({ isActive, onChange }: StateFilterProps) => (
  <Select
    id={undefined}
    label={t("allBots.filterState")}
    describedBy={undefined}
    value={isActive}
    options={[
      { value: true, label: t("allBots.active") },
      { value: false, label: t("allBots.deactivated") },
    ]}
    onChange={(chosen) => onChange(chosen === true)}
  />
);

/** Reactivating is like creating such a bot. */
function mayReactivate(state: State, bot: User): boolean {
  return canCreateBot(holderOf(state), realmSettings(state), bot.bot_type ?? 1);
}

function Acts({ bot }: { readonly bot: User }) {
  const { connection } = useSession();
  const { user_id: userId, full_name: name } = bot;
  const managed = useStore((state) => state.bots.get(userId));
  const mayManage = useStore((state) => canManageBot({ id: state.users.ownId, role: holderOf(state).role }, bot));
  const mayReturn = useStore((state) => mayReactivate(state, bot));
  if (!mayManage) return null;
  const returns = () => void reactivate(connection, { userId, name, isBot: true });
  if (!bot.is_active)
    return (
      mayReturn && (
        <Button aria-label={t("people.reactivateNamed", { name })} onPress={returns}>
          {t("people.reactivate")}
        </Button>
      )
    );
  const deactivate = () =>
    void attempt(async () => {
      await connection.call(api.deactivateBot, { bot_id: userId });
      showToast({ text: t("allBots.deactivatedBot", { name }), ...(mayReturn ? { undo: returns } : {}) });
    });
  return (
    <MenuButton
      label={t("bots.more", { name })}
      rows={[
        ...(managed
          ? [
              {
                id: "edit",
                label: t("bots.edit"),
                icon: "compose" as const,
                onAction: () => openDialog((close) => <BotDialog bot={managed} types={[]} onClose={close} />),
              },
              ...commandRows(managed),
            ]
          : []),
        { id: "deactivate", label: t("bots.deactivate"), icon: "trash" as const, onAction: deactivate },
      ]}
    >
      <IconButton icon="more" label={t("bots.more", { name })} />
    </MenuButton>
  );
}
