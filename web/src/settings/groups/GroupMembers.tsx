/** Who is in a group: people, directly or through subgroups, and the subgroups themselves. */
import type { UserGroup } from "@parley/client";
import { useId, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { nameOf } from "../../state/people.ts";
import { useHref } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { listText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Table } from "../lists/Table.tsx";
import { Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";
import { groupText } from "../who/group-text.ts";
import { chosenIn, rolesIn, type WhoValue } from "../who/who.ts";
import { MemberChooser, NOBODY_CHOSEN } from "./MemberChooser.tsx";
import { canContain, type GroupMember, membersOf, rightsOn } from "./membership.ts";
import { changeMembers, type MembershipChange } from "./membership-changes.ts";

export function GroupMembers({ group }: { readonly group: UserGroup }) {
  return (
    <>
      {!group.is_system_group && !group.deactivated && <AddMembers group={group} />}
      <People group={group} />
      <Subgroups group={group} />
    </>
  );
}

function AddMembers({ group }: { readonly group: UserGroup }) {
  const { connection } = useSession();
  const groups = useStore((state) => state.groups);
  const mayAdd = useStore((state) => rightsOn(state, group).mayAdd);
  const [value, setValue] = useState<WhoValue>(NOBODY_CHOSEN);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const { groupIds, userIds } = chosenIn(value, rolesIn(groups));
  const isEmpty = groupIds.length + userIds.length === 0;
  const add = async () => {
    setProblem(undefined);
    try {
      const change = { add: userIds, add_subgroups: groupIds };
      await changeMembers(connection, { groupId: group.id, change, said: t("groups.added", { name: group.name }) });
      setValue(NOBODY_CHOSEN);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  if (!mayAdd)
    return (
      <Section title={t("groups.addMembers")}>
        <p className="quiet">{t("groups.addLocked")}</p>
      </Section>
    );
  return (
    <Section title={t("groups.addMembers")}>
      <Row name="add-members" label={<label htmlFor={id}>{t("groups.whoToAdd")}</label>} problem={problem}>
        <MemberChooser
          id={id}
          value={value}
          isOffered={(each) =>
            each.type === "person" ? !group.members.includes(each.userId) : canContain(groups, group.id, each.groupId)
          }
          onChange={setValue}
        />
        <Button kind="primary" isDisabled={isEmpty} onPress={() => void add()}>
          {t("groups.add")}
        </Button>
      </Row>
    </Section>
  );
}

function useChange(group: UserGroup) {
  const { connection } = useSession();
  return (change: MembershipChange, said: string) =>
    void attempt(() => changeMembers(connection, { groupId: group.id, change, said }));
}

function People({ group }: { readonly group: UserGroup }) {
  const groups = useStore((state) => state.groups);
  const users = useStore((state) => state.users);
  const mayRemove = useStore((state) => rightsOn(state, group).mayRemove);
  const change = useChange(group);
  const members = membersOf(groups, group.id);
  const how = ({ isDirect, through }: GroupMember) =>
    isDirect
      ? t("groups.direct")
      : t("groups.through", { names: listText(through.map((id) => groupText(groups, id))) });
  return (
    <Section title={t("groups.people")}>
      {members.length === 0 && <p className="quiet">{t("groups.noPeople")}</p>}
      {members.length > 0 && (
        <Table
          label={t("groups.people")}
          rows={members}
          keyOf={({ userId }) => userId}
          columns={[
            {
              title: t("groups.person"),
              of: ({ userId }) => nameOf({ users }, userId),
              draw: ({ userId }) => (
                <span className="with-mark">
                  <Avatar userId={userId} size="s" />
                  {nameOf({ users }, userId)}
                </span>
              ),
            },
            { title: t("groups.how"), of: how },
          ]}
          actions={({ userId, isDirect }) => {
            const name = nameOf({ users }, userId);
            return (
              mayRemove &&
              isDirect && (
                <IconButton
                  icon="close"
                  label={t("groups.removeNamed", { name })}
                  onPress={() => change({ delete: [userId] }, t("groups.removed", { name }))}
                />
              )
            );
          }}
        />
      )}
    </Section>
  );
}

function Subgroups({ group }: { readonly group: UserGroup }) {
  const groups = useStore((state) => state.groups);
  // Removing a subgroup can remove any number of people.
  const mayRemove = useStore((state) => rightsOn(state, group).mayManage && !group.deactivated);
  const change = useChange(group);
  const ids = group.direct_subgroup_ids;
  return (
    <Section title={t("groups.subgroups")} help={t("groups.subgroupsHelp")}>
      {ids.length === 0 && <p className="quiet">{t("groups.noSubgroups")}</p>}
      {ids.length > 0 && (
        <Table
          label={t("groups.subgroups")}
          rows={ids}
          keyOf={(id) => id}
          columns={[
            { title: t("groups.group"), of: (id) => groupText(groups, id), draw: (id) => <GroupLink groupId={id} /> },
          ]}
          actions={(id) => {
            const name = groupText(groups, id);
            return (
              mayRemove && (
                <IconButton
                  icon="close"
                  label={t("groups.removeNamed", { name })}
                  onPress={() => change({ delete_subgroups: [id] }, t("groups.removed", { name }))}
                />
              )
            );
          }}
        />
      )}
    </Section>
  );
}

function GroupLink({ groupId }: { readonly groupId: number }) {
  const href = useHref({ kind: "group", groupId, tab: "members" });
  const name = useStore((state) => groupText(state.groups, groupId));
  return (
    <a className="group-link" href={href}>
      {name}
    </a>
  );
}
