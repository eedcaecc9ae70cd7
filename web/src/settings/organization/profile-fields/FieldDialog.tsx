/** Adds a profile field, or edits one. Says who loses what if choices are removed. */
import { profileFields as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { Banner } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { Select } from "../../controls/Select.tsx";
import { FormField } from "../../forms/FormField.tsx";
import { FormSwitch } from "../../forms/FormSwitch.tsx";
import { MonoField } from "../../forms/MonoField.tsx";
import { saySaved } from "../../saved.ts";
import { Choices } from "./Choices.tsx";
import {
  CUSTOM_ACCOUNT,
  fieldDataOf,
  filledInBy,
  fitsSummary,
  isAccount,
  isChoice,
  NEW_FIELD,
  type ProfileField,
  removedChoices,
  TYPE_NAMES,
  type WrittenField,
  writtenFrom,
} from "./written.ts";
import "./profile-fields.css";

const MAX_NAME_LENGTH = 40;
const MAX_HINT_LENGTH = 80;
const MAX_URL_LENGTH = 1000;

interface FieldDialogProps {
  /** Undefined for a new one. */
  readonly field?: ProfileField;
  readonly onClose: () => void;
}

export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { connection } = useSession();
  const stored = field ? writtenFrom(field) : NEW_FIELD;
  const [written, setWritten] = useState<WrittenField>(stored);
  const change = (part: Partial<WrittenField>) => setWritten((now) => ({ ...now, ...part }));
  const { type, subtype, required, editable_by_user } = written;
  // Their label, hint and address are the server's.
  const isKnownAccount = isAccount(type) && subtype !== CUSTOM_ACCOUNT;
  const gone = field ? removedChoices(stored, written) : [];
  const submit = async () => {
    if (field) {
      await connection.call(api.updateProfileField, { field_id: field.id, ...sentOf(written) });
      // Values that are gone do not come back.
      const undo = () => connection.call(api.updateProfileField, { field_id: field.id, ...sentOf(stored) });
      saySaved(gone.length === 0 ? { undo: () => void attempt(undo) } : {});
    } else {
      const { id } = await connection.call(api.createProfileField, { field_type: type, ...sentOf(written) });
      saySaved({ undo: () => void attempt(() => connection.call(api.deleteProfileField, { field_id: id })) });
    }
  };
  return (
    <FormDialog
      title={field ? t("profileFields.editTitle", { name: field.name }) : t("profileFields.add")}
      action={t(field ? "profileFields.save" : "profileFields.add")}
      onSubmit={submit}
      onClose={onClose}
    >
      {!field && (
        <FormField label={t("profileFields.type")}>
          {({ id, ...attributes }) => (
            <Select
              id={id}
              describedBy={attributes["aria-describedby"]}
              value={type}
              options={TYPE_NAMES.map(([value, name]) => ({ value, label: t(name) }))}
              onChange={(value) => change({ type: value as number, display_in_profile_summary: false })}
            />
          )}
        </FormField>
      )}
      {isAccount(type) && <AccountFields written={written} isNew={!field} onChange={change} />}
      {!isKnownAccount && <NameFields written={written} onChange={change} />}
      {isChoice(type) && (
        <Choices
          choices={written.choices}
          stored={field ? stored.choices : []}
          onChange={(choices) => change({ choices })}
        />
      )}
      {field && gone.length > 0 && <Loss fieldId={field.id} values={new Set(gone.map(({ key }) => key))} />}
      <FormSwitch
        label={t("profileFields.required")}
        help={t("profileFields.requiredHelp")}
        isOn={required}
        onChange={(isOn) => change({ required: isOn })}
      />
      <FormSwitch
        label={t("profileFields.editable")}
        help={t("profileFields.editableHelp")}
        isOn={editable_by_user}
        onChange={(isOn) => change({ editable_by_user: isOn })}
      />
      <SummarySwitch fieldId={field?.id} written={written} onChange={change} />
    </FormDialog>
  );
}

/** Only what the type has. */
function sentOf(field: WrittenField) {
  const { name, hint, required, editable_by_user, display_in_profile_summary } = field;
  const field_data = fieldDataOf(field);
  const isKnown = isAccount(field.type) && field.subtype !== CUSTOM_ACCOUNT;
  return {
    ...(isKnown ? {} : { name, hint }),
    ...(field_data ? { field_data } : {}),
    required,
    editable_by_user,
    display_in_profile_summary,
  };
}

interface PartProps {
  readonly written: WrittenField;
  readonly onChange: (part: Partial<WrittenField>) => void;
}

function NameFields({ written: { name, hint }, onChange }: PartProps) {
  return (
    <>
      <FormField label={t("profileFields.name")}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="auto"
            required
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
            autoFocus
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label={t("profileFields.hint")} help={t("profileFields.hintHelp")}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="auto"
            autoComplete="off"
            maxLength={MAX_HINT_LENGTH}
            value={hint}
            onChange={({ target }) => onChange({ hint: target.value })}
          />
        )}
      </FormField>
    </>
  );
}

function AccountFields({ written: { subtype, url_pattern }, isNew, onChange }: PartProps & { isNew: boolean }) {
  const known = useRealm("realm_default_external_accounts");
  const accounts = [
    ...Object.entries(known).map(([value, { text }]) => ({ value, label: text })),
    { value: CUSTOM_ACCOUNT, label: t("profileFields.customAccount") },
  ];
  return (
    <>
      {isNew ? (
        <FormField label={t("profileFields.site")}>
          {({ id, ...attributes }) => (
            <Select
              id={id}
              describedBy={attributes["aria-describedby"]}
              value={subtype}
              options={accounts}
              onChange={(value) => onChange({ subtype: `${value}` })}
            />
          )}
        </FormField>
      ) : (
        subtype !== CUSTOM_ACCOUNT && (
          <p className="quiet">{t("profileFields.knownAccount", { name: known[subtype]?.text ?? subtype })}</p>
        )
      )}
      {subtype === CUSTOM_ACCOUNT && (
        <MonoField
          label={t("profileFields.pattern")}
          help={t("profileFields.patternHelp", { username: "%(username)s" })}
          maxLength={MAX_URL_LENGTH}
          placeholder="https://example.com/%(username)s"
          value={url_pattern}
          onChange={(value) => onChange({ url_pattern: value })}
        />
      )}
    </>
  );
}

function Loss({ fieldId, values }: { readonly fieldId: number; readonly values: ReadonlySet<string> }) {
  const users = useStore((state) => state.users);
  const count = filledInBy(users, fieldId, values);
  return count === 0 ? null : <Banner kind="warn">{t("profileFields.choiceLoss", { count })}</Banner>;
}

function SummarySwitch({ fieldId, written, onChange }: PartProps & { readonly fieldId: number | undefined }) {
  const isFull = useStore(
    ({ profileFields }) =>
      profileFields.filter(({ id, display_in_profile_summary }) => display_in_profile_summary && id !== fieldId)
        .length >= api.MAX_IN_SUMMARY,
  );
  const { type, display_in_profile_summary: isOn } = written;
  const refusal = !fitsSummary(type)
    ? t("profileFields.tooLong")
    : isFull && !isOn
      ? t("profileFields.summaryFull", { count: api.MAX_IN_SUMMARY })
      : undefined;
  return (
    <FormSwitch
      label={t("profileFields.inSummary")}
      help={t("profileFields.inSummaryHelp")}
      refusal={refusal}
      isOn={isOn}
      onChange={(next) => onChange({ display_in_profile_summary: next })}
    />
  );
}
