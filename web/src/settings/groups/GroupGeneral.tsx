/** A group's name and description, the reader's membership, and its end. */
import type { UserGroup } from "@parley/client";
import { groups } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { Button } from "../../parts/buttons.tsx";
import { nameOf } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { listText, momentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { Row, SettingRow } from "../SettingRow.tsx";
import { saySaved } from "../saved.ts";
import { longText, type SettingRule, type SettingSource, text } from "../setting.ts";
import { groupText } from "../who/group-text.ts";
import { DeactivateDialog } from "./DeactivateDialog.tsx";
import { Joining } from "./Joining.tsx";
import { membersOf, rightsOn } from "./membership.ts";

export const MAX_GROUP_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 1024;

const sourceOf = (user_group_id: number): SettingSource<"name" | "description"> => ({
  operation: groups.updateUserGroup,
  read: (state, key) => state.groups.get(user_group_id)?.[key],
  save: (connection, key, value) => connection.call(groups.updateUserGroup, { user_group_id, [key]: value }),
});

interface GroupGeneralProps {
  readonly group: UserGroup;
  readonly rule: SettingRule;
}

export function GroupGeneral({ group, rule }: GroupGeneralProps) {
  const source = sourceOf(group.id);
  return (
    <>
      <Section title={t("groups.general")}>
        <SettingRow setting={text("name", "groups.name", MAX_GROUP_NAME_LENGTH, { rule })} source={source} />
        <SettingRow
          setting={longText("description", "groups.description", MAX_DESCRIPTION_LENGTH, {
            help: "groups.descriptionHelp",
            rule,
          })}
          source={source}
        />
        <Created group={group} />
        <Membership group={group} />
      </Section>
      <End group={group} />
    </>
  );
}

function Created({ group }: { readonly group: UserGroup }) {
  const users = useStore((state) => state.users);
  const clock = useClock();
  const { creator_id, date_created } = group;
  if (creator_id === null || date_created === null) return null;
  return (
    <Row name="created" label={<span>{t("groups.created")}</span>}>
      <span className="setting-value" dir="auto">
        {t("groups.createdBy", { name: nameOf({ users }, creator_id), date: momentText(date_created, clock) })}
      </span>
    </Row>
  );
}

function Membership({ group }: { readonly group: UserGroup }) {
  const ownId = useStore((state) => state.users.ownId);
  const known = useStore((state) => state.groups);
  const own = membersOf(known, group.id).find(({ userId }) => userId === ownId);
  const said = !own
    ? t("groups.isNot")
    : own.isDirect
      ? t("groups.isDirect")
      : t("groups.isThrough", { names: listText(own.through.map((id) => groupText(known, id))) });
  return (
    <Row name="membership" label={<span>{t("groups.membership")}</span>} help={<small>{said}</small>}>
      <Joining group={group} />
    </Row>
  );
}

/** Deactivation, or reactivation of a group that is deactivated. */
function End({ group }: { readonly group: UserGroup }) {
  const { connection } = useSession();
  const mayManage = useStore((state) => rightsOn(state, group).mayManage);
  const { id: user_group_id, name, deactivated } = group;
  const reactivate = () =>
    void attempt(async () => {
      await connection.call(groups.updateUserGroup, { user_group_id, deactivated: false });
      saySaved({ undo: () => void attempt(() => connection.call(groups.deactivateUserGroup, { user_group_id })) });
    });
  const deactivate = () =>
    openDialog((close) => <DeactivateDialog groupId={user_group_id} name={name} onClose={close} />);
  return (
    <Section title={t(deactivated ? "groups.reactivateLabel" : "groups.end")}>
      <Row
        name="end"
        label={<span>{t(deactivated ? "groups.reactivateHelp" : "groups.endHelp")}</span>}
        help={!mayManage && <small>{t("groups.byManagers")}</small>}
      >
        {mayManage &&
          (deactivated ? (
            <Button onPress={reactivate}>{t("groups.reactivate")}</Button>
          ) : (
            <Button kind="danger" onPress={deactivate}>
              {t("groups.deactivate")}
            </Button>
          ))}
      </Row>
    </Section>
  );
}
