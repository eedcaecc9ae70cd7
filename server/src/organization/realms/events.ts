import { anything, bool, event, int, oneOf, record, text } from "../../kernel/api/index.ts";

/** Sent to everyone: one property of the organization and its new value. */
export const realmUpdateEvent = event("realm", { op: oneOf("update"), property: text(), value: anything() });

/** Sent to everyone: properties that change together. */
export const realmUpdateDictEvent = event("realm", {
  op: oneOf("update_dict"),
  property: text(),
  data: record(anything()),
});

/** Sent to all clients that were connected before the server restarted with another version. */
export const restartEvent = event("restart", {
  zulip_version: text(),
  zulip_merge_base: text(),
  zulip_feature_level: int(),
  server_generation: int(),
});

/** Follows the restart event: web clients reload, at once or when it suits the user. */
export const webReloadEvent = event("web_reload_client", { immediate: bool() });

/** Sent to everyone as the last event: their queues end with it. */
export const realmDeactivatedEvent = event("realm", { op: oneOf("deactivated"), realm_id: int() });
