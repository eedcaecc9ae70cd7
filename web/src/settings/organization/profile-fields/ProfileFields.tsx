/** The page of custom profile fields, in the order of profiles. */
import { profileFields as api } from "@parley/server/contract";
import { attempt, sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Empty } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { SortableList } from "../../lists/SortableList.tsx";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { saySaved } from "../../saved.ts";
import { byAdministrators } from "../organization-settings.ts";
import { FieldDialog } from "./FieldDialog.tsx";
import { filledInBy, type ProfileField, TYPE_NAMES } from "./written.ts";

export function ProfileFields({ page }: { readonly page: SettingsPage }) {
  const fields = useStore((state) => state.profileFields);
  const mayChange = useStore(byAdministrators.may);
  return (
    <Page page={page}>
      <Section title={t("profileFields.list")} help={t("profileFields.listHelp")} name="profile-fields">
        {mayChange ? (
          <div className="add-row">
            <Button icon="plus" onPress={() => openDialog((close) => <FieldDialog onClose={close} />)}>
              {t("profileFields.add")}
            </Button>
          </div>
        ) : (
          <p className="quiet">{t("profileFields.locked")}</p>
        )}
        {fields.length === 0 ? (
          <Empty icon="user" title={t("profileFields.none")} />
        ) : (
          <FieldList fields={fields} mayChange={mayChange} />
        )}
      </Section>
    </Page>
  );
}

interface FieldListProps {
  readonly fields: readonly ProfileField[];
  readonly mayChange: boolean;
}

function FieldList({ fields, mayChange }: FieldListProps) {
  const { connection } = useSession();
  const saveOrder = (order: readonly ProfileField[]) =>
    connection.call(api.reorderProfileFields, { order: order.map(({ id }) => id) });
  const reorder = async (order: readonly ProfileField[]) => {
    const before = fields;
    try {
      await saveOrder(order);
      saySaved({ undo: () => void attempt(() => saveOrder(before)) });
    } catch (error) {
      showToast({ text: sentenceOf(error) });
      throw error;
    }
  };
  return (
    <SortableList
      label={t("profileFields.list")}
      items={fields}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      draw={(field) => <FieldWords field={field} />}
      rowsOf={
        mayChange
          ? (field) => [
              {
                id: "edit",
                label: t("listed.edit"),
                icon: "draft",
                onAction: () => openDialog((close) => <FieldDialog field={field} onClose={close} />),
              },
              {
                id: "delete",
                label: t("profileFields.delete"),
                icon: "trash",
                isDangerous: true,
                onAction: () => openDialog((close) => <DeleteDialog field={field} onClose={close} />),
              },
              "separator",
            ]
          : undefined
      }
      onReorder={reorder}
    />
  );
}

function FieldWords({ field }: { readonly field: ProfileField }) {
  const { type, name, hint, required, editable_by_user, display_in_profile_summary } = field;
  const typeName = TYPE_NAMES.find(([id]) => id === type)?.[1] ?? "profileFields.shortText";
  const facts = [
    t(typeName),
    ...(required ? [t("profileFields.isRequired")] : []),
    ...(editable_by_user ? [] : [t("profileFields.isFixed")]),
    ...(display_in_profile_summary ? [t("profileFields.isInSummary")] : []),
  ];
  return (
    <>
      <div dir="auto">{name}</div>
      <small>{facts.join(" · ")}</small>
      {hint !== "" && <small dir="auto">{hint}</small>}
    </>
  );
}

function DeleteDialog({ field, onClose }: { readonly field: ProfileField; readonly onClose: () => void }) {
  const { connection } = useSession();
  const users = useStore((state) => state.users);
  const count = filledInBy(users, field.id);
  return (
    <FormDialog
      title={t("profileFields.deleteTitle", { name: field.name })}
      action={t("profileFields.delete")}
      isDangerous
      onSubmit={() => connection.call(api.deleteProfileField, { field_id: field.id })}
      onClose={onClose}
    >
      <p>{t("profileFields.deleteLoss", { count })}</p>
    </FormDialog>
  );
}
