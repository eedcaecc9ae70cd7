import {
  bool,
  type EventBody,
  event,
  int,
  noted,
  nullable,
  oneOf,
  optional,
  type ShapeOf,
  strictObject,
  text,
  userId,
} from "../../kernel/api/index.ts";
import { UNKNOWN_NAME } from "./access/unknown.ts";
import { userObject } from "./contract.ts";

const addFields = { op: oneOf("add"), person: userObject };

interface Added {
  readonly op: "add";
  /** One event for each person. */
  readonly people: readonly ShapeOf<typeof addFields>["person"][];
  /** Users the receiver cannot access: only for clients that need a complete list. */
  readonly areUnknown?: true;
}

/**
 * Sent to everyone who can access the new user, with the real address if the receiver can see it. Restricted guests get
 * it when they gain access to someone, and an unknown user in place of anyone else.
 */
export const userAddEvent = event("realm_user", addFields, {
  shape(body: ShapeOf<typeof addFields> | Added, { capabilities }): EventBody[] {
    if (!("people" in body)) return [body];
    const { op, people, areUnknown } = body;
    return areUnknown && capabilities.user_list_incomplete ? [] : people.map((person) => ({ op, person }));
  },
});

/** Sent to restricted guests who lose access to these users; one event for each user. */
export const userRemoveEvent = event(
  "realm_user",
  { op: oneOf("remove"), person: strictObject({ user_id: userId, full_name: text() }) },
  {
    shape({ op, user_ids }: { op: "remove"; user_ids: readonly number[] }): EventBody[] {
      return user_ids.map((user_id) => ({ op, person: { user_id, full_name: UNKNOWN_NAME } }));
    },
  },
);

const updateFields = {
  op: oneOf("update"),
  person: strictObject({
    user_id: userId,
    full_name: optional(text()),
    timezone: optional(text()),
    email: optional(text()),
    new_email: optional(text()),
    delivery_email: optional(nullable(text())),
    role: optional(int()),
    is_active: optional(bool()),
    bot_owner_id: optional(userId),
    avatar_url: optional(text()),
    avatar_url_medium: optional(text()),
    avatar_source: optional(text()),
    avatar_version: optional(int()),
    custom_profile_field: optional(
      strictObject({
        id: int(),
        value: noted(nullable(text()), { note: "Null when it was removed." }),
        rendered_value: optional(text()),
      }),
    ),
  }),
};

type Updated = ShapeOf<typeof updateFields>;

/** Sent to everyone who can access the user; delivery_email only to those whose view of it changes. */
export const userUpdateEvent = event("realm_user", updateFields, {
  shape(body: Updated | { op: "update"; people: readonly Updated["person"][] }): EventBody[] {
    return "people" in body ? body.people.map((person) => ({ op: body.op, person })) : [body];
  },
});
