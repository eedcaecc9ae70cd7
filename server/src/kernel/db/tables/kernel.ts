/** The log of events, its queues, jobs, and the audit log. */
import type { Generated } from "kysely";
import type { ActorKind, AuditAction } from "../../api/audit.ts";
import type { ChannelId, GroupId, MessageId, RealmId, UserId } from "../../api/ids.ts";
import type { Json } from "./json.ts";

export interface KernelTables {
  realm_position: {
    realm_id: RealmId;
    position: number;
    pruned_upto: number;
    /** The version that last served the organization; null if it was not recorded. */
    served_by: string | null;
  };
  event: EventTable;
  event_queue: EventQueueTable;
  job: JobTable;
  audit_log: AuditLogTable;
  delivery_result: DeliveryResultTable;
}

/** When something last arrived and last failed, in seconds. */
interface DeliveryResultTable {
  realm_id: RealmId;
  way: string;
  succeeded_at: number | null;
  failed_at: number | null;
}

/** The ids may be of what has been deleted since. */
interface AuditLogTable {
  id: Generated<number>;
  realm_id: RealmId;
  created_at: number;
  actor_kind: ActorKind;
  /** Null unless an account acted. */
  actor_id: UserId | null;
  action: AuditAction;
  user_id: UserId | null;
  channel_id: ChannelId | null;
  group_id: GroupId | null;
  message_id: MessageId | null;
  details: Json<Record<string, unknown>>;
  ip_address: string | null;
  client: string | null;
}

interface EventTable {
  realm_id: RealmId;
  position: number;
  type: string;
  body: Json<Record<string, unknown>>;
  audience: Json<unknown>;
  personal: Json<Record<string, Record<string, unknown>>> | null;
  /** Whether it changes who receives later events. */
  has_effects: boolean;
  created_at: number;
}

interface EventQueueTable {
  id: string;
  realm_id: RealmId;
  user_id: UserId;
  options: Json<unknown>;
  /** The queue no longer needs events at or before it. */
  position: number;
  lifespan_seconds: number;
  last_seen_at: number;
}

interface JobTable {
  id: Generated<number>;
  kind: string;
  realm_id: RealmId | null;
  payload: Json<unknown>;
  unique_key: string | null;
  run_at_ms: number;
  attempts: number;
  last_error: string | null;
  failed: boolean;
  lane: string | null;
  /** The request that caused it, for the log. */
  request_id: string | null;
}
