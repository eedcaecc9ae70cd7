/** The profile fields contract. */
import {
  anything,
  apiError,
  badRequest,
  bool,
  either,
  ids,
  int,
  list,
  MAX_SHORT_TEXT_LENGTH,
  notAudited,
  noted,
  nullable,
  object,
  operation,
  optional,
  record,
  said,
  strictObject,
  text,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const MAX_IN_SUMMARY = 2;
/** In one request. */
const MAX_FIELDS = 1000;
const MAX_NAME_LENGTH = 40;
const MAX_HINT_LENGTH = 80;
const MAX_CHOICES = 1000;
/** The length of its JSON. */
const MAX_CHOICE_LENGTH = 2000;
/** Field types may have lower limits. */
const MAX_VALUE_LENGTH = 10_000;

export const profileFieldFields = {
  id: int(),
  name: text(),
  type: noted(int(), { note: "One of custom_profile_field_types." }),
  hint: text(),
  field_data: noted(text(), {
    note: "JSON: the choices of a list, or the type of an external account; otherwise empty.",
  }),
  order: int(),
  required: bool(),
  editable_by_user: bool(),
  display_in_profile_summary: optional(bool(), { note: "Present only when true." }),
};
export const profileFieldObject = strictObject(profileFieldFields);

export const FieldNotFound = apiError<{ id: number }>("BAD_REQUEST", ({ id }) => said`Field id ${id} not found.`);
export const SummaryIsFull = badRequest(
  said`Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
);
export const NotForSummary = badRequest("Field type not supported for display in profile summary.");
export const InvalidFieldType = badRequest("Invalid field type.");
export const LabelBlank = badRequest("Label cannot be blank.");
export const LabelTaken = badRequest("A field with that label already exists.");
export const DefaultFieldFixed = badRequest("Default custom field cannot be updated.");
export const NoChoices = badRequest("Field must have at least one choice.");
export const BlankChoice = badRequest("'value' cannot be blank.");
export const DuplicateChoices = badRequest("Field must not have duplicate choices.");
export const AccountWithoutPattern = badRequest("Custom external account must define URL pattern");
export const InvalidAccount = badRequest("Invalid external account type");
export const MalformedPattern = badRequest("Malformed URL pattern.");
export const InvalidFieldOrder = badRequest("Invalid order mapping.");
export const FieldNotEditable = badRequest(
  "You are not allowed to change this field. Contact an administrator to update it.",
);

export const BotsHaveNoProfile = badRequest("Bots have no profile fields.");

const name = text({ max: MAX_NAME_LENGTH, trim: true });
const hint = text({ max: MAX_HINT_LENGTH, trim: true });
const fieldData = noted(
  record(anything({ max: MAX_CHOICE_LENGTH }), { max: MAX_CHOICES, maxKey: MAX_SHORT_TEXT_LENGTH }),
  {
    note: "For a list: its choices, {value: {text, order}}. For an external account: {subtype}, with url_pattern if it is custom.",
  },
);

const aboutDefinitions = [
  SummaryIsFull,
  NoChoices,
  BlankChoice,
  DuplicateChoices,
  AccountWithoutPattern,
  InvalidAccount,
  MalformedPattern,
  LabelBlank,
  NotForSummary,
  LabelTaken,
];

export const getProfileFields = operation({
  method: "GET",
  path: "/realm/profile_fields",
  summary: "List the organization's custom profile fields in order.",
  response: { custom_fields: list(profileFieldObject) },
});

export const createProfileField = operation({
  method: "POST",
  path: "/realm/profile_fields",
  summary: "Add a custom profile field.",
  gate: "administrator",
  params: {
    field_type: int(),
    name: withDefault(name, "", { note: "Known external accounts have a default label." }),
    hint: withDefault(hint, ""),
    field_data: optional(fieldData),
    required: withDefault(bool(), false, { note: "Clients ask everyone to fill it in." }),
    editable_by_user: withDefault(bool(), true, { note: "If false, only administrators can change its values." }),
    display_in_profile_summary: withDefault(bool(), false),
  },
  audit: ["profile_field_created"],
  response: { id: int() },
  errors: [
    collections.profile_fields.Full,
    collections.profile_field_choices.Full,
    MustBeAdministrator,
    ...aboutDefinitions,
    InvalidFieldType,
  ],
});

export const updateProfileField = operation({
  method: "PATCH",
  path: "/realm/profile_fields/{field_id}",
  summary: "Change a custom profile field. Its type cannot change.",
  gate: "administrator",
  params: {
    field_id: int(),
    name: optional(name),
    hint: optional(hint),
    field_data: optional(fieldData, {
      note: "Removing a choice also removes the values of the users who chose it.",
    }),
    required: optional(bool()),
    editable_by_user: optional(bool()),
    display_in_profile_summary: optional(bool()),
  },
  audit: ["profile_field_changed"],
  response: {},
  errors: [
    collections.profile_field_choices.Full,
    MustBeAdministrator,
    FieldNotFound,
    DefaultFieldFixed,
    ...aboutDefinitions,
  ],
});

export const deleteProfileField = operation({
  method: "DELETE",
  path: "/realm/profile_fields/{field_id}",
  summary: "Delete a custom profile field and all of its values.",
  gate: "administrator",
  params: { field_id: int() },
  audit: ["profile_field_deleted"],
  response: {},
  errors: [MustBeAdministrator, FieldNotFound],
});

export const reorderProfileFields = operation({
  method: "PATCH",
  path: "/realm/profile_fields",
  summary: "Reorder the custom profile fields.",
  gate: "administrator",
  params: { order: noted(ids(int()), { note: "The ids of all of the fields." }) },
  audit: ["profile_fields_reordered"],
  response: {},
  errors: [MustBeAdministrator, InvalidFieldOrder],
});

/** Values of fields; also a parameter for changing another user. */
export const profileValues = list(
  object({ id: int(), value: nullable(either(text({ max: MAX_VALUE_LENGTH }), ids(userId))) }),
  { max: MAX_FIELDS },
);

export const updateOwnProfile = operation({
  method: "PATCH",
  path: "/users/me/profile_data",
  summary: "Set fields of your own profile.",
  gate: "human",
  params: {
    data: noted(profileValues, { note: "An empty value, an empty list or null clears the field." }),
  },
  audit: notAudited("one's own profile"),
  response: {},
  errors: [FieldNotFound, FieldNotEditable],
});

export const deleteOwnProfile = operation({
  method: "DELETE",
  path: "/users/me/profile_data",
  summary: "Clear fields of your own profile.",
  gate: "human",
  params: { data: noted(list(int(), { max: MAX_FIELDS }), { note: "The ids of the fields." }) },
  audit: notAudited("one's own profile"),
  response: {},
  errors: [FieldNotFound, FieldNotEditable],
});

export const profileFieldsState = {
  custom_profile_fields: list(profileFieldObject),
  custom_profile_field_types: record(strictObject({ id: int(), name: text() })),
};
