import * as profileFields from "../../src/people/profile-fields/contract.ts";
import type { Story } from "../scene.ts";

/** Types of fields, as custom_profile_field_types lists them. */
const SHORT_TEXT = 1;
const LIST_OF_OPTIONS = 3;

export const profileFieldExamples: Story = async ({ shows, ada, chiara }) => {
  const { id: pronouns } = await ada.call(profileFields.createProfileField, {
    field_type: SHORT_TEXT,
    name: "Favourite book",
  });
  const { id: office } = await shows(profileFields.createProfileField, ada, {
    field_type: LIST_OF_OPTIONS,
    name: "Office",
    hint: "Where you are most days",
    field_data: { "0": { text: "Harbour", order: "1" }, "1": { text: "At home", order: "2" } },
  });
  await shows(profileFields.updateProfileField, ada, { field_id: office, name: "Desk" });
  await shows(profileFields.reorderProfileFields, ada, { order: [office, pronouns] });
  await shows(profileFields.getProfileFields, chiara, {});
  await shows(profileFields.updateOwnProfile, chiara, {
    data: [
      { id: office, value: "0" },
      { id: pronouns, value: "The Summer Book" },
    ],
  });
  await shows(profileFields.deleteOwnProfile, chiara, { data: [office] });
  await shows(profileFields.deleteProfileField, ada, { field_id: office });
};
