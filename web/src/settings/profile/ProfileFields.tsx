/** The organization's custom profile fields, filled in by the reader. */
import { useOwnId } from "../../state/people.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { profileValues } from "./fields.ts";

export function ProfileFields() {
  const fields = useStore((state) => state.profileFields);
  const ownId = useOwnId();
  if (fields.length === 0) return null;
  return (
    <Section title={t("profile.fields")} help={t("profile.fieldsHelp")} name="fields">
      {fields.map((field) => (
        <FieldRow key={field.id} field={field} source={profileValues} userId={ownId} />
      ))}
    </Section>
  );
}
