import { anything, event, int, oneOf, record, text } from "../api/index.ts";

/** Sent to everyone: one property of the organization and its new value. */
export const realmUpdateEvent = event("realm", { op: oneOf("update"), property: text(), value: anything() });

/** Sent to everyone: properties that change together. */
export const realmUpdateDictEvent = event("realm", {
  op: oneOf("update_dict"),
  property: text(),
  data: record(anything()),
});

/** Sent to everyone as the last that they hear: their queues end with it. */
export const realmDeactivatedEvent = event("realm", { op: oneOf("deactivated"), realm_id: int() });
