/** A custom profile field of a person: the reader's own, or one that an administrator fills in. */
import { holderOf } from "@parley/client";
import { mayFillIn } from "@parley/server/people/profile-fields/permissions.ts";
import { useId } from "react";
import { PeopleCombo } from "../../actions/fields/PeopleCombo.tsx";
import { profileFacts } from "../../card/facts.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Select } from "../controls/Select.tsx";
import { TextField } from "../controls/TextField.tsx";
import { Row } from "../SettingRow.tsx";
import type { SettingSource } from "../setting.ts";
import { useSettingValue } from "../useSettingValue.ts";
import { controlOf, type ProfileField, peopleIn } from "./fields.ts";
import "../../actions/actions.css";

interface FieldRowProps {
  readonly field: ProfileField;
  /** Where values are read and saved, by the ids of fields. */
  readonly source: SettingSource<`${number}`>;
  readonly userId: number;
}

export function FieldRow({ field, source, userId }: FieldRowProps) {
  const { value, problem, change } = useSettingValue({ key: `${field.id}` }, source);
  const isLocked = useStore((state) => !mayFillIn(holderOf(state), field));
  const id = useId();
  const help = isLocked
    ? t("profile.fieldLocked")
    : field.required
      ? t("profile.required", { hint: field.hint })
      : field.hint;
  const describedBy = help === "" ? undefined : `${id}-help`;
  return (
    <Row
      name={`field-${field.id}`}
      label={
        isLocked || controlOf(field).kind === "people" ? (
          <span dir="auto">{field.name}</span>
        ) : (
          <label htmlFor={id} dir="auto">
            {field.name}
          </label>
        )
      }
      help={
        help !== "" && (
          <small id={describedBy} dir="auto">
            {help}
          </small>
        )
      }
      problem={problem}
    >
      {isLocked ? (
        <LockedValue field={field} userId={userId} />
      ) : (
        <FieldValue field={field} id={id} describedBy={describedBy} value={`${value}`} onChange={change} />
      )}
    </Row>
  );
}

function LockedValue({ field, userId }: Pick<FieldRowProps, "field" | "userId">) {
  const users = useStore((state) => state.users);
  const profileFields = useStore((state) => state.profileFields);
  const realm = useStore((state) => state.realm);
  const person = users.users.get(userId);
  const fact = person && profileFacts(person, { users, profileFields, realm }).find(({ id }) => id === field.id);
  return (
    <span className="setting-value" dir="auto">
      {fact?.value ?? t("profile.empty")}
    </span>
  );
}

interface FieldValueProps {
  readonly field: ProfileField;
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

function FieldValue({ field, ...props }: FieldValueProps) {
  const control = controlOf(field);
  switch (control.kind) {
    case "text":
      return <TextField {...props} max={control.max} type={control.type} />;
    case "choice":
      return <Select {...props} options={[{ value: "", label: t("profile.none") }, ...control.choices]} />;
    case "people":
      return (
        <PeopleCombo
          label={t("profile.addPeople", { field: field.name })}
          userIds={peopleIn(props.value)}
          onChange={(ids) => props.onChange(ids.length === 0 ? "" : JSON.stringify(ids))}
        />
      );
  }
}
