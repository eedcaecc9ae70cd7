/** The organization's custom profile fields, filled in by the reader. */
import { holderOf } from "@parley/client";
import { mayFillIn } from "@parley/server/people/profile-fields/permissions.ts";
import { useId } from "react";
import { PeopleCombo } from "../../actions/fields/PeopleCombo.tsx";
import { profileFacts } from "../../card/facts.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Select } from "../controls/Select.tsx";
import { TextField } from "../controls/TextField.tsx";
import { Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";
import { useSettingValue } from "../useSettingValue.ts";
import { controlOf, type ProfileField, peopleIn, profileValues } from "./fields.ts";
import "../../actions/actions.css";
import "../../views/search/search.css";

export function ProfileFields() {
  const fields = useStore((state) => state.profileFields);
  if (fields.length === 0) return null;
  return (
    <Section title={t("profile.fields")} help={t("profile.fieldsHelp")} name="fields">
      {fields.map((field) => (
        <FieldRow key={field.id} field={field} />
      ))}
    </Section>
  );
}

function FieldRow({ field }: { readonly field: ProfileField }) {
  const { value, problem, change } = useSettingValue({ key: `${field.id}` }, profileValues);
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
        <LockedValue field={field} />
      ) : (
        <FieldValue field={field} id={id} describedBy={describedBy} value={`${value}`} onChange={change} />
      )}
    </Row>
  );
}

function LockedValue({ field }: { readonly field: ProfileField }) {
  const users = useStore((state) => state.users);
  const profileFields = useStore((state) => state.profileFields);
  const realm = useStore((state) => state.realm);
  const person = users.users.get(users.ownId);
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
