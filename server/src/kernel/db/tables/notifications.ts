/** Who is told of what while they are away. */
import type { Generated } from "kysely";
import type { MessageId, RealmId, SessionId, UserId } from "../../api/ids.ts";

export interface NotificationTables {
  notification_progress: NotificationProgressTable;
  missed_message: MissedMessageTable;
  push_token: PushTokenTable;
  push_device: PushDeviceTable;
  web_push_subscription: WebPushSubscriptionTable;
  /** Messages that a user was told of on their devices and has not read since. */
  push_notice: { user_id: UserId; message_id: MessageId; trigger: string; told_at: number };
}

interface NotificationProgressTable {
  realm_id: RealmId;
  /** For messages up to this one it has been decided who is told of them. */
  upto_message_id: MessageId;
  /** Of a later message, those users up to this one have been told; null unless that is under way. */
  told_message_id: MessageId | null;
  told_user_id: UserId | null;
  /** The day of the last digest, in days since 1970. */
  digest_day: number | null;
}

/** A message that somebody is to be told of by mail, unless they have read it until then. */
interface MissedMessageTable {
  user_id: UserId;
  message_id: MessageId;
  /** UNIX seconds: when it is looked at next. */
  due_at: number;
  /** They were here when it came: they are told only when they have gone without reading it. */
  is_held: boolean;
  /** Whether they have been told at once by other ways than mail. */
  is_pushed: boolean;
}

/** A telephone that gave us its token in the clear. */
interface PushTokenTable {
  id: Generated<number>;
  user_id: UserId;
  kind: "apns" | "fcm";
  token: string;
  /** A hash of the token, which may be long. */
  token_key: string;
  /** Of Apple's: which application. */
  app_id: string | null;
  registered_at: number;
}

/** A telephone that gave its token to the gateway, and us a key to encrypt for it. */
interface PushDeviceTable {
  id: Generated<number>;
  user_id: UserId;
  /** A whole number that the device has chosen. */
  push_account_id: string;
  token_kind: "apns" | "fcm";
  /** Null when the registration has failed or ended. */
  push_public_key: string | null;
  /** The gateway's name for it; null until the gateway knows it. */
  gateway_device_id: string | null;
  /** Why the registration has failed or ended. */
  error_code: string | null;
  registered_at: number;
}

/** A browser that its maker's push service reaches. */
interface WebPushSubscriptionTable {
  id: Generated<number>;
  user_id: UserId;
  /** It ends with the session in which it was made; null when that was done with an API key. */
  session_id: SessionId | null;
  endpoint: string;
  /** A hash of the endpoint, which may be long. */
  endpoint_key: string;
  p256dh: string;
  auth: string;
  subscribed_at: number;
}
