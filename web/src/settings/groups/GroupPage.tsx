/** The settings of one group, in tabs. */
import type { GROUP_TABS } from "../../address/address.ts";
import { useIsPhone } from "../../app/screen.ts";
import { Empty } from "../../parts/states.tsx";
import { hrefOf, useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { PageFrame, PageTabs } from "../Page.tsx";
import type { SettingRule } from "../setting.ts";
import { groupText } from "../who/group-text.ts";
import { PermissionGroup } from "../who/PermissionGroup.tsx";
import { GroupGeneral } from "./GroupGeneral.tsx";
import { GroupMembers } from "./GroupMembers.tsx";
import { permissionsGroupOf } from "./group-permissions.ts";
import { rightsOn } from "./membership.ts";

type Tab = (typeof GROUP_TABS)[number];

interface GroupPageProps {
  readonly groupId: number;
  readonly tab: Tab;
}

/** Roles have members, and nothing to change. */
const tabsOf = (isRole: boolean): readonly Tab[] => (isRole ? ["members"] : ["general", "members", "permissions"]);

export function GroupPage({ groupId, tab }: GroupPageProps) {
  const go = useGo();
  const { store } = useSession();
  const group = useStore((state) => state.groups.get(groupId));
  const name = useStore((state) => groupText(state.groups, groupId));
  const isRole = group?.is_system_group === true;
  const list = isRole ? "roles" : "all";
  const back = { href: hrefOf({ kind: "groups", list }, store.state), label: t("groups.back") };
  if (!group)
    return (
      <PageFrame title={t("address.groups")} about="" back={back} actions={<AllGroups href={back.href} />}>
        <Empty icon="people" title={t("groups.unknown")} />
      </PageFrame>
    );
  const tabs = tabsOf(isRole);
  const shown = tabs.includes(tab) ? tab : "members";
  const rule: SettingRule = {
    may: (state) => {
      const known = state.groups.get(groupId);
      return known !== undefined && rightsOn(state, known).mayManage;
    },
    who: "groups.byManagers",
  };
  const titled = group.deactivated ? t("parts.deactivated", { name }) : name;
  return (
    <PageFrame
      title={<span dir="auto">{titled}</span>}
      about={<span dir="auto">{isRole ? t("groups.byRoles") : group.description}</span>}
      back={back}
      actions={<AllGroups href={back.href} />}
    >
      {tabs.length > 1 && (
        <PageTabs
          label={t("groups.tabs")}
          value={shown}
          options={tabs.map((value) => ({ value, label: t(`groups.${value}`) }))}
          onChange={(next) => go({ kind: "group", groupId, tab: next })}
        />
      )}
      {shown === "general" && <GroupGeneral group={group} rule={rule} />}
      {shown === "members" && <GroupMembers group={group} />}
      {shown === "permissions" && <PermissionGroup group={permissionsGroupOf(groupId, rule)} />}
    </PageFrame>
  );
}

/** A phone has the back button instead. */
export function AllGroups({ href }: { readonly href: string }) {
  return useIsPhone() ? null : <a href={href}>{t("groups.back")}</a>;
}
