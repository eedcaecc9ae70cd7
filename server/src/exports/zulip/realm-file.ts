/** Writes `realm.json`: everything but the messages and the files. */
import { sql } from "kysely";
import { systemGroupsOf } from "../../kernel/access/store.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { USER_DEFAULTS } from "../../organization/settings/user-settings.ts";
import { CARRIED, nameThere } from "./carried.ts";
import { channelThere, groupThere, namedGroupThere, realmOnlyHere, realmThere, subscriptionThere } from "./channels.ts";
import {
  DeliveryType,
  RecipientType,
  reminderIdThere,
  SubscriptionEvent,
  scheduledIdThere,
  type ZulipRow,
} from "./format.ts";
import type { JsonTables } from "./json-file.ts";
import type { Outward } from "./outward.ts";
import { PAIRS, SERVER_CLIENT } from "./pairs.ts";
import { accountOnlyHere, accountThere, type PeopleTable, tableOf } from "./people.ts";
import { userColumns } from "./settings.ts";

const PEOPLE_TABLES: readonly PeopleTable[] = [
  "zerver_userprofile",
  "zerver_userprofile_mirrordummy",
  "zerver_userprofile_crossrealm",
];

export async function writeRealmFile(out: Outward, tables: JsonTables): Promise<void> {
  tables.value("import_source", "zulip");
  await writeOrganization(out, tables);
  await writePeople(out, tables);
  await writeGroups(out, tables);
  for (const { here, there, out: convert } of PAIRS)
    await writeTable(
      tables,
      there,
      rowsThrough(out.rows(here), (row) => convert(row, out)),
    );
  await writeTable(tables, "zerver_stream", channels(out));
  await writeTable(tables, "zerver_defaultstreamgroup", defaultChannelGroups(out));
  await writeTable(tables, "zerver_botconfigdata", botConfiguration(out));
  await writeTable(tables, "zerver_scheduledmessage", scheduled(out));
  await writeTable(tables, "zerver_draft", drafts(out));
  // Behind what may have named a conversation that has not begun.
  await writeRecipients(out, tables);
  await writeTable(tables, "zerver_realmauditlog", periodsInLog(out));
  for (const table of CARRIED) await writeTable(tables, nameThere(table), out.rows(table));
  for (const table of EMPTY) tables.begin(table);
  await writeTable(
    tables,
    "zerver_client",
    [...out.clients].map(([name, id]) => ({ id, name })),
  );
}

/** Zulip's importer expects them. */
const EMPTY = ["zerver_useractivityinterval", "zerver_onboardingusermessage", "zerver_realmexport"];

async function writeTable(
  tables: JsonTables,
  name: string,
  rows: AsyncIterable<ZulipRow> | Iterable<ZulipRow>,
): Promise<void> {
  tables.begin(name);
  for await (const row of rows) await tables.row(row);
}

async function* rowsThrough(
  rows: AsyncIterable<TableRow>,
  convert: (row: TableRow) => ZulipRow | undefined,
): AsyncGenerator<ZulipRow> {
  for await (const row of rows) {
    const converted = convert(row);
    if (converted) yield converted;
  }
}

async function writeOrganization(out: Outward, tables: JsonTables): Promise<void> {
  const groups = await systemGroupsOf(out.db, out.realm);
  const [realm] = await Array.fromAsync(out.rows("realm"));
  const settings = realm?.settings as ZulipRow;
  const methods = (settings.authentication_methods ?? { Email: true }) as Record<string, boolean>;
  const enabled = Object.keys(methods).filter((name) => methods[name]);
  await writeTable(tables, "zerver_realm", [realmThere(realm as TableRow, groups)]);
  await writeTable(tables, "parley_realm", [realmOnlyHere(realm as TableRow, out.host)]);
  await writeTable(
    tables,
    "zerver_realmauthenticationmethod",
    enabled.map((name, index) => ({ id: index + 1, realm: out.realm, name })),
  );
  const defaults = userColumns((settings[USER_DEFAULTS] ?? {}) as ZulipRow, { isForNewcomers: true });
  await writeTable(tables, "zerver_realmuserdefault", [{ id: 1, realm: out.realm, ...defaults }]);
}

async function writePeople(out: Outward, tables: JsonTables): Promise<void> {
  const bots = new Map<unknown, TableRow>();
  for await (const row of out.rows("bot")) bots.set(row.user_id, row);
  const unclaimed = new Set<unknown>();
  for await (const row of out.rows("unclaimed_account")) unclaimed.add(row.user_id);
  for (const table of PEOPLE_TABLES) {
    const those = rowsThrough(out.rows("user"), (row) => {
      const isUnclaimed = unclaimed.has(row.id);
      if (tableOf(row, isUnclaimed) !== table) return undefined;
      return accountThere(row, { ...out, bot: bots.get(row.id), isUnclaimed });
    });
    await writeTable(tables, table, those);
  }
  await writeTable(tables, "parley_userprofile", rowsThrough(out.rows("user"), accountOnlyHere));
}

async function writeGroups(out: Outward, tables: JsonTables): Promise<void> {
  await writeTable(tables, "zerver_usergroup", rowsThrough(out.rows("user_group"), groupThere));
  const named = rowsThrough(out.rows("user_group"), (row) =>
    row.kind === "anonymous" ? undefined : namedGroupThere(row),
  );
  await writeTable(tables, "zerver_namedusergroup", named);
}

async function* channels(out: Outward): AsyncGenerator<ZulipRow> {
  const { rows } = await sql<{ channel_id: number; count: number }>`
    select channel_id, count(*) as count from subscription where is_subscribed group by channel_id`.execute(out.db);
  const counts = new Map(rows.map(({ channel_id, count }) => [channel_id, Number(count)]));
  for await (const row of out.rows("channel")) yield channelThere(row, counts.get(row.id as number) ?? 0);
}

async function* defaultChannelGroups(out: Outward): AsyncGenerator<ZulipRow> {
  const streams = new Map<unknown, unknown[]>();
  for await (const { group_id, channel_id } of out.rows("default_channel_group_member"))
    streams.set(group_id, [...(streams.get(group_id) ?? []), channel_id]);
  for await (const { realm_id, ...row } of out.rows("default_channel_group"))
    yield { ...row, realm: realm_id, streams: streams.get(row.id) ?? [] };
}

async function* botConfiguration(out: Outward): AsyncGenerator<ZulipRow> {
  for await (const { user_id, config_data } of out.rows("bot"))
    for (const [key, value] of Object.entries(config_data as Record<string, string>))
      yield { id: out.nextId("zerver_botconfigdata"), bot_profile: user_id, key, value };
}

/** Those that are not sent yet, and reminders. */
async function* scheduled(out: Outward): AsyncGenerator<ZulipRow> {
  const withFiles = new Set<unknown>();
  for await (const claim of out.rows("attachment_scheduled_message")) withFiles.add(claim.scheduled_message_id);
  for await (const row of out.rows("scheduled_message")) {
    if (row.sent_at !== null) continue;
    const sender = row.sender_id as number;
    const recipient =
      row.channel_id === null
        ? await out.recipientOfPlan(row.user_ids as number[], sender)
        : out.recipientOfChannel(row.channel_id as number);
    yield {
      ...planThere(out, row),
      ...{ id: scheduledIdThere(row.id as number), sender, recipient, stream: row.channel_id, subject: row.topic },
      sending_client: out.client(String(row.client)),
      read_by_sender: row.read_by_sender,
      failed: row.failure !== null,
      failure_message: row.failure,
      has_attachment: withFiles.has(row.id),
      delivery_type: DeliveryType.later,
    };
  }
  for await (const row of out.rows("reminder"))
    yield {
      ...planThere(out, row),
      id: reminderIdThere(row.id as number),
      ...{ sender: row.user_id, recipient: out.personalRecipient(row.user_id as number), stream: null, subject: "" },
      sending_client: out.client(SERVER_CLIENT),
      read_by_sender: false,
      failed: row.failed,
      failure_message: null,
      has_attachment: false,
      delivery_type: DeliveryType.reminder,
      reminder_target_message_id: row.reminder_target_message_id,
      reminder_note: row.note,
    };
}

const planThere = (out: Outward, row: TableRow): ZulipRow => ({
  ...{ realm: out.realm, content: row.content, rendered_content: row.rendered_content },
  ...{ scheduled_timestamp: row.scheduled_delivery_timestamp, request_timestamp: row.scheduled_delivery_timestamp },
  ...{ delivered: false, delivered_message: null },
});

async function* drafts(out: Outward): AsyncGenerator<ZulipRow> {
  for await (const row of out.rows("draft")) {
    const people = row.to_user_ids as number[];
    const recipient =
      row.channel_id === null
        ? people.length === 0
          ? null
          : await out.recipientOfPlan(people, row.user_id as number)
        : out.recipientOfChannel(row.channel_id as number);
    yield {
      ...{ id: row.id, user_profile: row.user_id, recipient, topic: row.topic, content: row.content },
      last_edit_time: row.last_edited_at,
    };
  }
}

/** A recipient is a person, a channel or a group of people; who belongs to it is subscribed. */
async function writeRecipients(out: Outward, tables: JsonTables): Promise<void> {
  tables.begin("zerver_recipient");
  for await (const { id } of out.rows("user"))
    await tables.row({ id: out.personalRecipient(id as number), type: RecipientType.personal, type_id: id });
  for await (const { id, recipient_id } of out.rows("channel"))
    await tables.row({ id: recipient_id, type: RecipientType.channel, type_id: id });
  for await (const { id } of groups(out)) await tables.row({ id, type: RecipientType.group, type_id: id });
  await writeTable(
    tables,
    "zerver_huddle",
    rowsThrough(groups(out), ({ id, people }) => ({ id, huddle_hash: "", group_size: (people as number[]).length })),
  );
  const active = new Set<unknown>();
  for await (const { id, is_active } of out.rows("user")) if (is_active) active.add(id);
  const nextId = () => out.nextId("zerver_subscription");
  tables.begin("zerver_subscription");
  for await (const { id } of out.rows("user"))
    await tables.row(membership(nextId(), id, out.personalRecipient(id as number), active.has(id)));
  for await (const row of out.rows("subscription")) {
    const recipient = out.recipientOfChannel(row.channel_id as number);
    await tables.row(subscriptionThere(row, nextId(), recipient, active.has(row.user_id)));
  }
  for await (const { id, people } of groups(out))
    for (const person of people as number[])
      await tables.row(membership(nextId(), person, id as number, active.has(person)));
  await writeTable(
    tables,
    "parley_subscription",
    rowsThrough(out.rows("subscription"), ({ user_id, channel_id, given_upto }) =>
      given_upto === null ? undefined : { user_profile: user_id, stream: channel_id, given_upto },
    ),
  );
}

const membership = (id: number, user_profile: unknown, recipient: number, is_user_active: boolean): ZulipRow => ({
  ...{ id, user_profile, recipient, active: true, is_user_active, is_muted: false, color: "#c2c2c2" },
  ...{ pin_to_top: false, desktop_notifications: null, audible_notifications: null, push_notifications: null },
  ...{ email_notifications: null, wildcard_mentions_notify: null },
});

/** Conversations of three and more. */
async function* groups(out: Outward): AsyncGenerator<TableRow> {
  for await (const { id, direct_key } of out.rows("recipient")) {
    const people = typeof direct_key === "string" ? direct_key.split(",").map(Number) : [];
    if (people.length > 2) yield { id, people };
  }
  yield* out.unbegunGroups as Iterable<TableRow>;
}

/** Zulip finds out from its log who was subscribed when. */
async function* periodsInLog(out: Outward): AsyncGenerator<ZulipRow> {
  let [user, channel]: unknown[] = [];
  for await (const row of out.rows("subscription_period")) {
    const isFirst = row.user_id !== user || row.channel_id !== channel;
    [user, channel] = [row.user_id, row.channel_id];
    const begun = isFirst ? SubscriptionEvent.created : SubscriptionEvent.activated;
    yield entry(out, row, begun, (row.from_message_id as number) - 1);
    if (row.to_message_id !== null) yield entry(out, row, SubscriptionEvent.deactivated, row.to_message_id as number);
  }
}

const entry = (out: Outward, row: TableRow, event_type: number, event_last_message_id: number): ZulipRow => ({
  id: out.nextId("zerver_realmauditlog"),
  ...{ realm: out.realm, event_type, event_last_message_id, event_time: out.now, backfilled: true, extra_data: {} },
  ...{ acting_user: null, modified_user: row.user_id, modified_stream: row.channel_id },
  ...{ modified_user_group: null, modified_channel_folder: null },
});
