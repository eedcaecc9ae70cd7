/**
 * A client's capabilities, declared when it registers a queue. Clients with equal profiles share every shaped event.
 */
import type { Dialect } from "./dialect.ts";
import { allOptional, bool, noted, object, withDefault } from "./fields.ts";

const capability = (note: string, since?: number) =>
  withDefault(bool(), false, since === undefined ? { note } : { note, since });

export const capabilityFields = {
  notification_settings_null: noted(bool(), { note: 'Treats null as "use the user\'s default".' }),
  bulk_message_deletion: capability("Accepts one event for several deleted messages.", 13),
  user_avatar_url_field_optional: capability("Requests /avatar/{user_id} where avatar_url is missing.", 18),
  stream_typing_notifications: capability("Receives typing notifications for channels.", 58),
  user_settings_object: capability("Reads user_settings instead of the older copies.", 89),
  linkifier_url_template: capability("Understands linkifiers with URL templates.", 176),
  user_list_incomplete: capability("Handles users it cannot access.", 232),
  include_deactivated_groups: capability("Receives deactivated groups too.", 294),
  archived_channels: capability("Receives archived channels too.", 315),
  empty_topic_name: capability("Accepts the empty topic.", 334),
  simplified_presence_events: capability("Accepts presence keyed by user id.", 419),
  bot_commands: capability("Receives slash commands and where private answers to them belong."),
};

const { notification_settings_null, ...others } = capabilityFields;

/** A client that declares any capability declares whether it supports null; capabilities it omits are not supported. */
export const clientCapabilities = object({ notification_settings_null, ...allOptional(others) });

export type Capability = keyof typeof capabilityFields;

type Declared = { readonly [K in Capability]?: boolean | undefined };

export interface ClientProfile {
  readonly capabilities: Readonly<Record<Capability, boolean>>;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  /** The spelling of names that differ between the specification and existing clients. */
  readonly dialect: Dialect;
  /** Clients older than profile fields for pronouns. */
  readonly lacksPronouns?: true;
  /** Did not ask for subscribers, so new subscriptions have none. Queues from before this was noted have them. */
  readonly lacksSubscribers?: true;
}

export function capabilitiesFrom(declared: Declared): Record<Capability, boolean> {
  const names = Object.keys(capabilityFields) as Capability[];
  return Object.fromEntries(names.map((name) => [name, declared[name] ?? false])) as Record<Capability, boolean>;
}
