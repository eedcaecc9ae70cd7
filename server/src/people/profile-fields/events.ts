import { type EventBody, event, list } from "../../kernel/api/index.ts";
import { profileFieldObject } from "./contract.ts";
import { withoutPronouns } from "./pronouns.ts";

/**
 * Sent to everyone: all fields in their order. Values in fields and of choices that are not among them any more are gone;
 * no other event says so.
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
