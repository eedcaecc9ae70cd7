import { type EventBody, event, list } from "../../kernel/api/index.ts";
import { profileFieldObject } from "./contract.ts";
import { withoutPronouns } from "./pronouns.ts";

/**
 * Sent to everyone, with all fields in order. The values of removed fields and choices are gone; there is no other
 * event for that.
 */
export const profileFieldsEvent = event(
  "custom_profile_fields",
  { fields: list(profileFieldObject) },
  {
    shape: (body, { lacksPronouns }): EventBody[] => [
      lacksPronouns ? { ...body, fields: withoutPronouns(body.fields) } : body,
    ],
  },
);
