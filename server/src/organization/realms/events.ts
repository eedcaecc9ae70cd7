import { anything, bool, event, int, oneOf, record, text } from "../../kernel/api/index.ts";

/** Sent to everyone: one property of the organization and its new value. */
export const realmUpdateEvent = event("realm", { op: oneOf("update"), property: text(), value: anything() });

/** Sent to everyone: properties that change together. */
export const realmUpdateDictEvent = event("realm", {
  op: oneOf("update_dict"),
  property: text(),
  data: record(anything()),
});

/** Sent to everyone who was listening before the server came back as another version. */
export const restartEvent = event("restart", {
  zulip_version: text(),
  zulip_merge_base: text(),
  zulip_feature_level: int(),
  server_generation: int(),
});

/** After it: a client in a browser loads itself anew, at once or when it suits its user. */
export const webReloadEvent = event("web_reload_client", { immediate: bool() });

/** Sent to everyone as the last that they hear: their queues end with it. */
export const realmDeactivatedEvent = event("realm", { op: oneOf("deactivated"), realm_id: int() });
