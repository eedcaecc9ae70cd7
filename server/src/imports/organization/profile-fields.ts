/** Custom profile fields of an archive. A field here with the same label is the same one if it takes the same values. */
import { limitOf } from "../../kernel/limits/room.ts";
import { visibleForm } from "../../kernel/names/visible.ts";
import { checkNewField, createField } from "../../people/profile-fields/actions.ts";
import { createProfileField, MAX_IN_SUMMARY } from "../../people/profile-fields/contract.ts";
import { type FieldRow, fieldsOf } from "../../people/profile-fields/store.ts";
import { fieldTypes } from "../../people/profile-fields/types.ts";
import { isSameJson } from "../json.ts";
import { nameBefore, suffixOf } from "../names.ts";
import type { ProfileFieldRecord, ProfileFieldType } from "../records.ts";
import type { Origin } from "../store.ts";
import { accepted, NO_ROOM, type OrganizationPart, type PartSurroundings, refusal } from "./parts.ts";

const TYPES: Readonly<Record<ProfileFieldType, number>> = {
  short_text: fieldTypes.SHORT_TEXT.id,
  long_text: fieldTypes.LONG_TEXT.id,
  choice: fieldTypes.SELECT.id,
  date: fieldTypes.DATE.id,
  link: fieldTypes.URL.id,
  people: fieldTypes.USER.id,
  external_account: fieldTypes.EXTERNAL_ACCOUNT.id,
  pronouns: fieldTypes.PRONOUNS.id,
};

/** As long as the API accepts. */
const LONGEST_NAME = 40;

export const profileFieldPart: OrganizationPart<ProfileFieldRecord> = {
  kind: "profile_field",
  counted: "profile_fields",
  what: "profile fields",

  async fault(around, record, planned) {
    const known = await fieldsOf(around.db, around.realm.id);
    const found = checkedField(around, record);
    if (!found) return "the label, the choices or the link is not one that a field can have here";
    if (known.some(isEqualTo(found))) return undefined;
    if (known.length + planned >= limitOf(around.app, "profile_fields")) return NO_ROOM;
    return freeName(around, record, known) === undefined ? "its label is fixed, and another one has it" : undefined;
  },

  async store(ctx, around, record) {
    const known = await fieldsOf(ctx.db, ctx.realm.id);
    const found = checkedField(around, record);
    const same = found && known.find(isEqualTo(found));
    if (same) return same.id;
    const name = freeName(around, record, known);
    const request = name === undefined ? undefined : requestOf(record, name);
    if (!request) throw new Error("It has a fault.");
    const shown = known.filter(({ display_in_profile_summary }) => display_in_profile_summary).length;
    const display_in_profile_summary = request.display_in_profile_summary && shown < MAX_IN_SUMMARY;
    return createField(ctx, { ...request, display_in_profile_summary });
  },
};

type CheckedField = Pick<FieldRow, "name" | "field_type" | "field_data">;

const isEqualTo = (field: CheckedField) => (other: FieldRow) =>
  visibleForm(other.name) === visibleForm(field.name) &&
  other.field_type === field.field_type &&
  isSameJson(other.field_data, field.field_data);

/** As the API takes it, beside no other field; undefined if it is refused. */
export function checkedField(around: Pick<PartSurroundings, "app">, record: ProfileFieldRecord) {
  const request = requestOf(record, record.name);
  if (!request) return undefined;
  const checked = refusal(() => checkNewField(around, request, []));
  return "refused" in checked ? undefined : checked.value;
}

function requestOf(record: ProfileFieldRecord, sent: string) {
  const { params } = createProfileField;
  const name = accepted(params.name, sent);
  const hint = accepted(params.hint, record.hint ?? "");
  const field_data = accepted(params.field_data, record.data);
  if (name === undefined || hint === undefined || (record.data && !field_data)) return undefined;
  const field_type = TYPES[record.fieldType];
  const { fitsSummary } = Object.values(fieldTypes).find(({ id }) => id === field_type) ?? { fitsSummary: false };
  return {
    ...{ field_type, name, hint, ...(field_data ? { field_data } : {}) },
    required: record.isRequired ?? false,
    editable_by_user: record.isEditable ?? true,
    display_in_profile_summary: fitsSummary && (record.isInSummary ?? false),
  };
}

/** Undefined if the label is fixed, and taken. */
function freeName(
  { app, origin }: { readonly app: PartSurroundings["app"]; readonly origin: Origin },
  record: ProfileFieldRecord,
  known: readonly FieldRow[],
): string | undefined {
  const taken = new Set(known.map(({ name }) => visibleForm(name)));
  for (let count = 1; count < known.length + 3; count++) {
    const suffix = suffixOf(origin, count);
    const sent = count === 1 ? record.name : nameBefore(suffix, record.name.trim(), LONGEST_NAME);
    const name = checkedField({ app }, { ...record, name: sent })?.name;
    if (name !== undefined && !taken.has(visibleForm(name))) return sent;
  }
  return undefined;
}
