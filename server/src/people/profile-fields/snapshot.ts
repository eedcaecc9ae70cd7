import { commonSnapshotPart, snapshotPart } from "../../kernel/feature.ts";
import { profileFieldsState } from "./contract.ts";
import { presentField } from "./present.ts";
import { withoutPronouns } from "./pronouns.ts";
import { fieldsOf } from "./store.ts";
import { fieldTypes } from "./types.ts";

const TYPES = Object.fromEntries(Object.entries(fieldTypes).map(([key, { id, name }]) => [key, { id, name }]));

export const profileFieldsSnapshot = commonSnapshotPart(
  snapshotPart(
    "custom_profile_fields",
    profileFieldsState,
    async ({ db, realm }, { profile }) => {
      const fields = (await fieldsOf(db, realm.id)).map(presentField);
      return {
        custom_profile_fields: profile.lacksPronouns ? withoutPronouns(fields) : fields,
        custom_profile_field_types: TYPES,
      };
    },
    // Visitors cannot see profiles.
    async () => ({ custom_profile_fields: [], custom_profile_field_types: TYPES }),
  ),
  (_ctx, { profile }) => (profile.lacksPronouns ? "without pronouns" : ""),
);
