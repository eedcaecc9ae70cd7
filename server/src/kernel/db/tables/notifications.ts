/** Notifications for absent users. */
import type { Generated } from "kysely";
import type { MessageId, RealmId, SessionId, UserId } from "../../api/ids.ts";

export interface NotificationTables {
  notification_progress: NotificationProgressTable;
  missed_message: MissedMessageTable;
  push_token: PushTokenTable;
  push_device: PushDeviceTable;
  web_push_subscription: WebPushSubscriptionTable;
  /** Messages that a user was notified of on their devices and has not read since. */
  push_notice: { user_id: UserId; message_id: MessageId; trigger: string; told_at: number };
}

interface NotificationProgressTable {
  realm_id: RealmId;
  /** Notifications have been decided for messages up to this one. */
  upto_message_id: MessageId;
  /** For a later message, users up to this one have been notified; null unless that is in progress. */
  told_message_id: MessageId | null;
  told_user_id: UserId | null;
  /** The day of the last digest, in days since 1970. */
  digest_day: number | null;
}

/** A message to email someone about, unless they read it first. */
interface MissedMessageTable {
  user_id: UserId;
  message_id: MessageId;
  /** UNIX seconds: when it is processed next. */
  due_at: number;
  /** They were present when it arrived: they are notified only if they leave without reading it. */
  is_held: boolean;
  /** Whether they were already notified in other ways than email. */
  is_pushed: boolean;
}

/** A mobile device with an unencrypted token. */
interface PushTokenTable {
  id: Generated<number>;
  user_id: UserId;
  kind: "apns" | "fcm";
  token: string;
  /** A hash of the token, which may be long. */
  token_key: string;
  /** For Apple devices: the application. */
  app_id: string | null;
  registered_at: number;
}

/** A mobile device that registered its token with the gateway and its encryption key with us. */
interface PushDeviceTable {
  id: Generated<number>;
  user_id: UserId;
  /** An integer chosen by the device. */
  push_account_id: string;
  token_kind: "apns" | "fcm";
  /** Null if the registration has failed or ended. */
  push_public_key: string | null;
  /** The gateway's id for it; null until it is registered there. */
  gateway_device_id: string | null;
  /** Why the registration has failed or ended. */
  error_code: string | null;
  registered_at: number;
}

/** A browser that receives Web Push. */
interface WebPushSubscriptionTable {
  id: Generated<number>;
  user_id: UserId;
  /** The session that it ends with; null if it was registered with an API key. */
  session_id: SessionId | null;
  endpoint: string;
  /** A hash of the endpoint, which may be long. */
  endpoint_key: string;
  p256dh: string;
  auth: string;
  subscribed_at: number;
}
