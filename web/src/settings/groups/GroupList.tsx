/** Lists of groups: the reader's own, all of them, and roles. */
import { holderOf, realmSettings, type State, type UserGroup } from "@parley/client";
import { mayCreateGroups } from "@parley/server/people/groups/permissions.ts";
import { useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { useGo, useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { numberText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Select } from "../controls/Select.tsx";
import { Table } from "../lists/Table.tsx";
import { Page, PageTabs, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { groupText } from "../who/group-text.ts";
import { Joining } from "./Joining.tsx";
import { isMine, memberCount } from "./membership.ts";
import { LISTS } from "./page.ts";

type ListName = (typeof LISTS)[number];

interface GroupListProps {
  readonly page: SettingsPage;
  readonly list: ListName;
}

export function GroupList({ page, list }: GroupListProps) {
  const go = useGo();
  const { store } = useSession();
  const groups = useStore((state) => state.groups);
  const mayCreate = useStore((state) => mayCreateGroups(holderOf(state), realmSettings(state)));
  const [isActive, setActive] = useState(true);
  const shown = [...groups.values()].filter((group) => isListed(store.state, group, list, isActive));
  const title = t(`groups.${list}`);
  return (
    <Page page={page}>
      <PageTabs
        label={t("groups.lists")}
        value={list}
        options={LISTS.map((value) => ({ value, label: t(`groups.${value}`) }))}
        onChange={(next) => go({ kind: "groups", list: next })}
      />
      <Section title={title} name="groups" {...(list === "roles" ? { help: t("groups.rolesHelp") } : {})}>
        {list !== "roles" && (
          <div className="add-row">
            {mayCreate ? (
              <Button icon="plus" onPress={() => go({ kind: "groups", list: "new" })}>
                {t("groups.create")}
              </Button>
            ) : (
              <p className="quiet">{t("groups.mayNotCreate")}</p>
            )}
          </div>
        )}
        {(shown.length > 0 || list === "all") && (
          <Table
            key={list}
            label={title}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t("groups.name"),
                of: (group) => `${groupText(groups, group.id)} ${group.description}`,
                draw: (group) => <Named group={group} />,
              },
              {
                title: t("groups.members"),
                of: ({ id }) => memberCount(groups, id),
                draw: ({ id }) => numberText(memberCount(groups, id)),
              },
            ]}
            {...(list === "all" ? { tools: <StateFilter isActive={isActive} onChange={setActive} /> } : {})}
            actions={(group) => <Joining group={group} />}
          />
        )}
        {shown.length === 0 && (
          <p className="quiet">
            {t(list === "your" ? "groups.noneYours" : isActive ? "groups.noneAll" : "groups.noneDeactivated")}
          </p>
        )}
      </Section>
    </Page>
  );
}

function isListed(state: State, group: UserGroup, list: ListName, isActive: boolean): boolean {
  if (list === "roles") return group.is_system_group && group.name !== "role:nobody" && group.name !== "role:internet";
  if (group.is_system_group) return false;
  return list === "your" ? !group.deactivated && isMine(state, group.id) : group.deactivated !== isActive;
}

function Named({ group }: { readonly group: UserGroup }) {
  const href = useHref({ kind: "group", groupId: group.id, tab: group.is_system_group ? "members" : "general" });
  const name = useStore((state) => groupText(state.groups, group.id));
  return (
    <span>
      <a className="group-link" href={href}>
        {name}
      </a>
      {group.description !== "" && !group.is_system_group && <small>{group.description}</small>}
    </span>
  );
}

interface StateFilterProps {
  readonly isActive: boolean;
  readonly onChange: (isActive: boolean) => void;
}

const StateFilter = ({ isActive, onChange }: StateFilterProps) => (
  <Select
    id={undefined}
    label={t("groups.filterState")}
    describedBy={undefined}
    value={isActive}
    options={[
      { value: true, label: t("groups.active") },
      { value: false, label: t("groups.deactivated") },
    ]}
    onChange={(chosen) => onChange(chosen === true)}
  />
);
