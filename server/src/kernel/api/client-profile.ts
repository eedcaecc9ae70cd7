/** What a client says of itself when it registers a queue. Clients with equal profiles share every shaped event. */
import type { Dialect } from "./dialect.ts";
import { allOptional, bool, noted, object, withDefault } from "./fields.ts";

const capability = (note: string, since?: number) =>
  withDefault(bool(), false, since === undefined ? { note } : { note, since });

export const capabilityFields = {
  notification_settings_null: noted(bool(), { note: "Understands null as: inherit the user's default." }),
  bulk_message_deletion: capability("One event for many deleted messages.", 13),
  user_avatar_url_field_optional: capability("Asks /avatar/{user_id} where avatar_url is missing.", 18),
  stream_typing_notifications: capability("Wants typing notifications of channels.", 58),
  user_settings_object: capability("Reads user_settings instead of the older copies.", 89),
  linkifier_url_template: capability("Understands linkifiers with URL templates.", 176),
  user_list_incomplete: capability("Copes with users it may not see.", 232),
  include_deactivated_groups: capability("Wants deactivated groups too.", 294),
  archived_channels: capability("Wants archived channels too.", 315),
  empty_topic_name: capability("Understands the empty topic.", 334),
  simplified_presence_events: capability("Understands presence by user id.", 419),
};

const { notification_settings_null, ...others } = capabilityFields;

/** A client that declares anything says whether it knows null; what else it leaves out, it does not know. */
export const clientCapabilities = object({ notification_settings_null, ...allOptional(others) });

export type Capability = keyof typeof capabilityFields;

type Declared = { readonly [K in Capability]?: boolean | undefined };

export interface ClientProfile {
  readonly capabilities: Readonly<Record<Capability, boolean>>;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  /** Spelling of the names that differ between the specification and the clients people already have. */
  readonly dialect: Dialect;
  /** Clients from before there were profile fields for pronouns. */
  readonly lacksPronouns?: true;
}

export function capabilitiesFrom(declared: Declared): Record<Capability, boolean> {
  const names = Object.keys(capabilityFields) as Capability[];
  return Object.fromEntries(names.map((name) => [name, declared[name] ?? false])) as Record<Capability, boolean>;
}
