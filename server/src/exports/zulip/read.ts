/**
 * An archive that Parley wrote in Zulip's format, as rows of Parley's tables: so the same import takes it, with the same checks, as
 * an archive of Parley's own. All it knows is in Zulip's tables, and in the few for what Zulip has no place for.
 */
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { type Fields, listOf, textIn } from "../../imports/json.ts";
import { ZulipArchive } from "../../imports/zulip/archive.ts";
import { imageFacts } from "../../kernel/files/images.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { FORMAT, type Heading } from "../archive/format.ts";
import type { OrganizationArchive } from "../archive/import.ts";
import type { Item } from "../archive/read.ts";
import { type ArchivedTable, archivedTable } from "../archive/tables.ts";
import { carriedIn } from "./carried.ts";
import { channelHere, groupHere, realmHere, subscriptionHere } from "./channels.ts";
import { idOfScheduled, isReminderId, RecipientType, type ZulipRow } from "./format.ts";
import { PAIRS } from "./pairs.ts";
import { accountHere, type PeopleTable, seconds } from "./people.ts";
import { FilesHere } from "./read-files.ts";
import { type HereRow, MessageReader, type MessageSurroundings } from "./read-messages.ts";
import { LoggedPeriods } from "./subscriptions.ts";

const PEOPLE: readonly PeopleTable[] = [
  "zerver_userprofile",
  "zerver_userprofile_mirrordummy",
  "zerver_userprofile_crossrealm",
];

/** A row's share of memory while it waits to be stored. */
const charactersOf = (row: ZulipRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

export class ZulipOrganization implements OrganizationArchive {
  readonly #archive: ZulipArchive;
  readonly #realm: Fields;
  readonly #now: number;
  readonly heading: Heading;

  private constructor(archive: ZulipArchive, now: number) {
    this.#archive = archive;
    this.#now = now;
    const [realm] = archive.rows("zerver_realm");
    if (!Number.isSafeInteger(realm?.id)) throw new DamagedFile("The export is damaged: it has no organization.");
    this.#realm = realm as Fields;
    const { id, string_id, name } = this.#realm;
    this.heading = {
      parley_export: FORMAT,
      made_at: "",
      version: "",
      contents: "everything",
      realm: { id: id as number, string_id: textIn(string_id), name: textIn(name), url: "" },
    };
  }

  /** Unpacked into the folder until it is closed. */
  static async open(file: string, workFolder: string, now: number): Promise<ZulipOrganization> {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const archive = await ZulipArchive.open(file, workFolder);
    try {
      return new ZulipOrganization(archive, now);
    } catch (error) {
      await archive.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#archive.close();
  }

  async *items(progress: Progress = unobserved): AsyncGenerator<Item> {
    const files = await FilesHere.of(this.#archive, this.heading.realm.id);
    progress.begin("Reading messages");
    const messages = await MessageReader.of(this.#surroundings(), () => progress.add(0));
    progress.begin("Importing");
    for await (const [name, row] of this.#rows(files, messages, progress)) {
      const table = archivedTable(name) as ArchivedTable;
      yield { table, row, characters: charactersOf(row) };
      if (table.key[0] === "id") files.expect(name, row);
      progress.add(1);
    }
    for (const { table, row, index, path } of files.found()) {
      yield { file: { table, row, index, portion: "" } };
      for await (const chunk of createReadStream(path))
        yield { file: { table, row, index, portion: (chunk as Buffer).toString("base64") } };
      progress.add(0);
    }
  }

  /** What only Parley writes; empty where there is nothing. */
  #onlyHere(table: string): ZulipRow[] {
    return this.#archive.rows(table);
  }

  #recipients(): Map<number, { type: number; target: number }> {
    return new Map(
      this.#archive
        .rows("zerver_recipient")
        .map(({ id, type, type_id }) => [id as number, { type: type as number, target: type_id as number }]),
    );
  }

  #surroundings(): MessageSurroundings & { readonly periods: LoggedPeriods } {
    const recipients = this.#recipients();
    const subscriptions = this.#archive.rows("zerver_subscription");
    const inGroups = subscriptions.filter(
      ({ recipient }) => recipients.get(recipient as number)?.type === RecipientType.group,
    );
    const members = Map.groupBy(inGroups, ({ recipient }) => recipient as number);
    return {
      archive: this.#archive,
      realm: this.heading.realm.id,
      recipients,
      members: new Map([...members].map(([id, rows]) => [id, rows.map(({ user_profile }) => user_profile as number)])),
      clients: new Map(this.#archive.rows("zerver_client").map(({ id, name }) => [id, textIn(name)])),
      periods: new LoggedPeriods(this.#archive.rows("zerver_realmauditlog"), subscriptions, recipients),
    };
  }

  async *#rows(files: FilesHere, messages: MessageReader, progress: Progress): AsyncGenerator<HereRow> {
    const around = this.#surroundings();
    yield* this.#organization();
    yield* this.#people(files);
    yield* this.#channels(around, messages);
    const counters = new Map<string, number>();
    const nextId = (table: string) => counters.set(table, (counters.get(table) ?? 0) + 1).get(table) as number;
    for (const { here, there, back } of PAIRS)
      for (const row of this.#archive.rows(there)) {
        const converted = back(row, { realm: around.realm, nextId });
        if (converted) yield [here, converted];
      }
    yield* carriedIn(this.#archive);
    yield* this.#plans(around);
    yield* messages.places();
    yield* messages.rows((count) => progress.add(count));
    yield* this.#attachments();
  }

  *#organization(): Generator<HereRow> {
    const named = new Map(this.#archive.rows("zerver_namedusergroup").map((row) => [row.id, row]));
    const system = [...named.values()].filter((row) => row.is_system_group === true);
    const systemGroups = Object.fromEntries(system.map(({ name, id }) => [textIn(name), id as number]));
    const [newcomers = {}] = this.#archive.rows("zerver_realmuserdefault");
    const [onlyHere = {}] = this.#onlyHere("parley_realm");
    const { id } = this.heading.realm;
    yield ["realm", realmHere({ realm: this.#realm, newcomers, onlyHere, systemGroups })];
    for (const row of this.#archive.rows("zerver_usergroup"))
      yield ["user_group", groupHere(row, id, named.get(row.id))];
  }

  *#people(files: FilesHere): Generator<HereRow> {
    const { id: realm } = this.heading.realm;
    const onlyHere = new Map(this.#onlyHere("parley_userprofile").map((row) => [row.id, row]));
    const host = textIn(this.#onlyHere("parley_realm")[0]?.host);
    const configuration = Map.groupBy(this.#archive.rows("zerver_botconfigdata"), ({ bot_profile }) => bot_profile);
    for (const table of PEOPLE)
      for (const row of this.#archive.rows(table)) {
        const account = accountHere(row, {
          ...{ realm, table, host, createdAt: this.#realm.date_created },
          avatarPath: files.avatarOf(row.id),
          onlyHere: onlyHere.get(row.id),
        });
        if (!account) continue;
        yield ["user", account];
        if (table === "zerver_userprofile_mirrordummy")
          yield ["unclaimed_account", { user_id: row.id, realm_id: realm }];
        const bot = botHere(row, configuration.get(row.id) ?? []);
        if (bot) yield ["bot", bot];
      }
  }

  *#channels(around: MessageSurroundings & { periods: LoggedPeriods }, messages: MessageReader): Generator<HereRow> {
    const { recipients, periods, realm } = around;
    const recipientOf = new Map<unknown, number>();
    for (const [id, { type, target }] of recipients) if (type === RecipientType.channel) recipientOf.set(target, id);
    for (const id of recipientOf.values()) yield ["recipient", { id, realm_id: realm, direct_key: null }];
    for (const row of this.#archive.rows("zerver_stream"))
      yield ["channel", channelHere(row, realm, recipientOf.get(row.id))];
    for (const { streams, id, name, description } of this.#archive.rows("zerver_defaultstreamgroup")) {
      yield ["default_channel_group", { id, realm_id: realm, name, description }];
      for (const channel_id of listOf(streams)) yield ["default_channel_group_member", { group_id: id, channel_id }];
    }
    const given = new Map(
      this.#onlyHere("parley_subscription").map((row) => [`${row.user_profile} ${row.stream}`, row.given_upto]),
    );
    for (const row of this.#archive.rows("zerver_subscription")) {
      const { type, target } = recipients.get(row.recipient as number) ?? {};
      if (type !== RecipientType.channel || target === undefined) continue;
      const [user, recipient] = [row.user_profile as number, row.recipient as number];
      const mark = messages.marks.markOf(user, recipient, periods.isUnbroken(user, target));
      yield ["subscription", subscriptionHere(row, target, mark, given.get(`${user} ${target}`))];
    }
    for (const row of periods.rows()) yield ["subscription_period", row];
  }

  /** Scheduled messages, reminders and drafts. */
  *#plans(around: MessageSurroundings): Generator<HereRow> {
    for (const row of this.#archive.rows("zerver_scheduledmessage")) {
      const plan = {
        ...{ realm_id: around.realm, content: row.content, rendered_content: row.rendered_content },
        scheduled_delivery_timestamp: seconds(row.scheduled_timestamp),
      };
      const id = idOfScheduled(row.id as number);
      if (isReminderId(row.id as number)) {
        const { reminder_target_message_id, reminder_note, failed } = row;
        const own = { id, user_id: row.sender, reminder_target_message_id, note: reminder_note, failed };
        yield ["reminder", { ...plan, ...own }];
        continue;
      }
      const to = placeOf(row.recipient, row.sender, around);
      yield [
        "scheduled_message",
        {
          ...plan,
          ...{ id, sender_id: row.sender, channel_id: to.channel, user_ids: to.channel === null ? to.people : null },
          ...{ topic: row.subject, read_by_sender: row.read_by_sender, failure: row.failure_message ?? null },
          ...{ client: around.clients.get(row.sending_client) ?? "Import", sent_at: null },
        },
      ];
    }
    for (const row of this.#archive.rows("zerver_draft")) {
      const to = placeOf(row.recipient, row.user_profile, around);
      yield [
        "draft",
        {
          ...{ id: row.id, user_id: row.user_profile, channel_id: to.channel, to_user_ids: to.people },
          ...{ topic: row.topic, content: row.content, last_edited_at: seconds(row.last_edit_time) },
        },
      ];
    }
  }

  async *#attachments(): AsyncGenerator<HereRow> {
    for (const row of this.#archive.attachments) {
      const { id, owner, path_id, file_name, content_type, size, create_time } = row;
      const [messages, scheduled] = [listOf(row.messages), listOf(row.scheduled_messages)];
      const path = this.#archive.localPath(`uploads/${textIn(path_id)}`);
      const image = path === undefined ? undefined : await imageFacts(path, textIn(content_type));
      yield [
        "attachment",
        {
          ...{ id, realm_id: this.heading.realm.id, owner_id: owner, path_id, file_name, content_type, size },
          created_at: seconds(create_time),
          unclaimed_since: messages.length + scheduled.length === 0 ? this.#now : null,
          image: image ?? null,
        },
      ];
      for (const message_id of messages) yield ["attachment_message", { attachment_id: id, message_id }];
      for (const each of scheduled)
        yield [
          "attachment_scheduled_message",
          { attachment_id: id, scheduled_message_id: idOfScheduled(each as number) },
        ];
    }
  }
}

/** Undefined for what has the defaults. */
function botHere(row: ZulipRow, configuration: readonly ZulipRow[]): ZulipRow | undefined {
  const { default_sending_stream, default_events_register_stream, default_all_public_streams } = row;
  const isDefault =
    (default_sending_stream ?? default_events_register_stream ?? null) === null && default_all_public_streams !== true;
  if (row.is_bot !== true || (isDefault && configuration.length === 0)) return undefined;
  return {
    user_id: row.id,
    default_sending_channel_id: default_sending_stream ?? null,
    default_events_register_channel_id: default_events_register_stream ?? null,
    default_all_public_streams: default_all_public_streams === true,
    config_data: Object.fromEntries(configuration.map(({ key, value }) => [textIn(key), textIn(value)])),
  };
}

/** To whom something goes that is not sent yet: the others, or oneself alone. */
function placeOf(
  recipient: unknown,
  sender: unknown,
  { recipients, members }: MessageSurroundings,
): { channel: number | null; people: number[] } {
  const { type, target } = recipients.get(recipient as number) ?? {};
  if (type === RecipientType.channel) return { channel: target ?? null, people: [] };
  if (type === RecipientType.personal) return { channel: null, people: target === undefined ? [] : [target] };
  const people = (members.get(recipient as number) ?? []).filter((id) => id !== sender);
  return { channel: null, people: people.sort((a, b) => a - b) };
}
