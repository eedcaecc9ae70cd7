/** What a partial archive contains about people who have not consented to more. */
import type { Selectable } from "kysely";
import type { Schema } from "../../kernel/db/schema.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import type { Scope } from "./scope.ts";

type UserRecord = Selectable<Schema["user"]>;
type Subscription = Selectable<Schema["subscription"]>;

const NOBODY = 4;

/** Settings that everyone can see; the others are private. */
const SHOWN_SETTINGS = ["timezone", "email_address_visibility"];

/** Administrators must not find an address in a file that they cannot see otherwise: a dummy replaces it. */
export function publicAccount({ id, settings, bot_type }: UserRecord, scope: Scope): Partial<UserRecord> {
  if (scope.hasConsented(id)) return {};
  const shown = Object.fromEntries(Object.entries(settings).filter(([name]) => SHOWN_SETTINGS.includes(name)));
  const visibility = settings.email_address_visibility ?? userSettings.email_address_visibility.default;
  if (bot_type !== null || visibility !== NOBODY) return { settings: shown };
  const dummy = `user${id}@${scope.host}`;
  return { settings: shown, delivery_email: dummy, delivery_email_key: dummy };
}

/** Everyone can see who is subscribed, but not what others have read, muted or pinned. */
export function publicSubscription({ user_id }: Subscription, scope: Scope): Partial<Subscription> {
  if (scope.hasConsented(user_id)) return {};
  return {
    color: "#c2c2c2",
    is_muted: false,
    pin_to_top: false,
    read_upto: scope.newestMessageId,
    given_upto: null,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  };
}

/** Without the topics of channels that are not in the archive, and without what the organization shows nobody. */
export function publicEdit(
  { channel_id, prev_channel_id, text_size }: Selectable<Schema["message_edit"]>,
  { history, hasChannel }: Scope,
) {
  const isMoveShown = [channel_id, prev_channel_id].every((id) => id === null || hasChannel(id));
  return {
    ...(isMoveShown && history !== "none" ? {} : { topic: null, prev_topic: null }),
    ...(history === "none" ? { channel_id: null, prev_channel_id: null } : {}),
    ...(history === "all" ? {} : { text_size: text_size && 0, prev_content: null, prev_rendered_content: null }),
  };
}
