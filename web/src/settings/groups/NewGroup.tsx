/** Creates a group: its name, who is in it, and who may change it. */
import { holderOf, realmSettings } from "@parley/client";
import { mayCreateGroups } from "@parley/server/people/groups/permissions.ts";
import { type FormEvent, useId, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { Banner } from "../../parts/states.tsx";
import { hrefOf, useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { PageFrame, Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";
import { WhoChooser } from "../who/WhoChooser.tsx";
import { chosenIn, rolesIn, type WhoValue } from "../who/who.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from "./GroupGeneral.tsx";
import { AllGroups } from "./GroupPage.tsx";
import {
  createGroup,
  GROUP_PERMISSION_KEYS,
  type GroupPermissionKey,
  groupPermissionSetting,
  newGroupPermissions,
} from "./group-permissions.ts";
import { MemberChooser } from "./MemberChooser.tsx";

export function NewGroup() {
  const { store } = useSession();
  const mayCreate = useStore((state) => mayCreateGroups(holderOf(state), realmSettings(state)));
  const back = { href: hrefOf({ kind: "groups", list: "your" }, store.state), label: t("groups.back") };
  return (
    <PageFrame
      title={t("groups.newTitle")}
      about={t("groups.newAbout")}
      back={back}
      actions={<AllGroups href={back.href} />}
    >
      {mayCreate ? (
        <NewGroupForm />
      ) : (
        <Section title={t("groups.newTitle")}>
          <p className="quiet">{t("groups.mayNotCreate")}</p>
        </Section>
      )}
    </PageFrame>
  );
}

function NewGroupForm() {
  const { connection, store } = useSession();
  const go = useGo();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [people, setPeople] = useState<WhoValue>(() => ({
    direct_members: [store.state.users.ownId],
    direct_subgroups: [],
  }));
  const [permissions, setPermissions] = useState(() => newGroupPermissions(store.state));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const { userIds: members, groupIds: subgroups } = chosenIn(people, rolesIn(store.state.groups));
    try {
      const groupId = await createGroup(connection, { name, description, members, subgroups, permissions });
      go({ kind: "group", groupId, tab: "members" });
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <form className="new-group" onSubmit={(event) => void create(event)}>
      <Section title={t("groups.general")}>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        <Row name="name" label={<label htmlFor={`${id}-name`}>{t("groups.name")}</label>}>
          <input
            id={`${id}-name`}
            className="field setting-text"
            dir="auto"
            required
            maxLength={MAX_GROUP_NAME_LENGTH}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Row>
        <Row
          name="description"
          label={<label htmlFor={`${id}-description`}>{t("groups.description")}</label>}
          help={<small>{t("groups.descriptionHelp")}</small>}
        >
          <textarea
            id={`${id}-description`}
            className="field setting-text"
            dir="auto"
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Row>
        <Row
          name="members"
          label={<label htmlFor={`${id}-members`}>{t("groups.newPeople")}</label>}
          help={<small>{t("groups.newPeopleHelp")}</small>}
        >
          <MemberChooser id={`${id}-members`} value={people} onChange={setPeople} />
        </Row>
      </Section>
      <Section title={t("groups.permissions")} help={t("groups.permissionsHelp")}>
        {GROUP_PERMISSION_KEYS.map((key) => (
          <Permission
            key={key}
            name={key}
            value={permissions[key]}
            onChange={(value) => setPermissions((now) => ({ ...now, [key]: value }))}
          />
        ))}
        <div className="save-bar">
          <Button kind="primary" type="submit" isDisabled={isBusy || name.trim() === ""}>
            {t("groups.createAction")}
          </Button>
        </div>
      </Section>
    </form>
  );
}

interface PermissionProps {
  readonly name: GroupPermissionKey;
  readonly value: WhoValue;
  readonly onChange: (value: WhoValue) => void;
}

function Permission({ name, value, onChange }: PermissionProps) {
  const { label, help, control } = groupPermissionSetting(name);
  const id = useId();
  if (control.kind !== "who") return null;
  return (
    <Row
      name={name}
      label={<label htmlFor={id}>{t(label)}</label>}
      help={help && <small id={`${id}-help`}>{t(help)}</small>}
    >
      <WhoChooser id={id} describedBy={`${id}-help`} limits={control.limits} value={value} onChange={onChange} />
    </Row>
  );
}
