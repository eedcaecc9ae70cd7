/** What an import would do, found out without changing anything: `--dry-run`. */
import { Role } from "../kernel/access/roles.ts";
import type { App, OpenContext, Realm } from "../kernel/context.ts";
import { limitOf, membersUpto } from "../kernel/limits/room.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { nameKey } from "../kernel/names/visible.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { Steps, UNHURRIED } from "../kernel/steps.ts";
import { CustomEmojiSet } from "../text/emoji/custom.ts";
import {
  accountAmong,
  accountsWith,
  addressesOf,
  addressLeftOut,
  importedAccounts,
  type KnownAccounts,
} from "./accounts.ts";
import { permissionsLeftOut } from "./channel-permissions.ts";
import {
  channelsFrom,
  isForItsMembers,
  isMoreOpen,
  type LocalChannel,
  MORE_OPEN,
  subscribersAmong,
  TOO_MANY,
} from "./channels.ts";
import { emojiFault, emojiNameFrom } from "./emoji.ts";
import { erasedKey } from "./erased.ts";
import { MAX_FILES_OF_MESSAGE } from "./limits.ts";
import { isWithoutMessages, LOST_ID } from "./messages.ts";
import { channelNameFrom, fullNameFrom } from "./names.ts";
import { ImportedGroups } from "./organization/groups.ts";
import { ImportedOrganization } from "./organization/imported.ts";
import type { LocalPerson } from "./people.ts";
import { countPersonal, personalLeftOut, preparePersonal } from "./personal/prepare.ts";
import { isNobodysYet } from "./personal/settings.ts";
import { isPictureKnown, mayGetPicture, NOT_THERE, OWN_PICTURE, pictureLeftOut } from "./pictures.ts";
import { pinsLeftOut } from "./pins.ts";
import { exampleOf, placeRecord } from "./prepare.ts";
import { localReactions } from "./reactions.ts";
import type {
  ChannelRecord,
  EmojiRecord,
  ImportSource,
  MessageRecord,
  PersonalRecord,
  PersonRecord,
  PictureRecord,
} from "./records.ts";
import { fileExample, skipped, skippedAll } from "./skipped.ts";
import { archiveWith, itemsOf, itemWith, type Origin, sourceKey } from "./store.ts";
import { Tally, type TallyState } from "./tally.ts";
import { contentsOf, storable } from "./texts.ts";
import { localEntries } from "./widget-entries.ts";

export interface SurveyResult {
  readonly tally: TallyState;
  /** Whether messages would have the ids that they had. */
  readonly keepsIds: boolean;
  /** How many records the messages are, with what is left out between them: what an import counts. */
  readonly records: number;
}

export interface SurveyOptions {
  /** An earlier run may have taken something of the archive: the report will count that too. */
  readonly fingerprint?: string;
  /** The organization is in use: messages get new ids, and others have their turn. */
  readonly beside?: { noted(records: number): Promise<void>; readonly signal: AbortSignal };
}

/** Stand-ins for ids: nothing is stored. */
let nextId = 1;

/** An account of an import that nobody has used. */
const NOT_YET = {
  id: 0,
  full_name: "",
  role: Role.member,
  isBuiltIn: false,
  isConfirmed: false,
  isUnused: true,
  isErased: false,
} as const;

export async function survey(
  app: App,
  realm: Realm,
  source: ImportSource,
  { fingerprint, beside }: SurveyOptions = {},
): Promise<SurveyResult> {
  const ctx = operatorContext(app, realm);
  const { reader } = app.database;
  const keepsIds = source.hasMessageIds && !beside && (await isWithoutMessages(reader));
  const origin = { realm_id: realm.id, origin: source.origin };
  const begun = fingerprint === undefined ? undefined : await archiveWith(reader, realm.id, fingerprint);
  const known = {
    people: await itemsOf(reader, origin, "person"),
    channels: await channelsFrom(reader, origin),
    created: await itemsOf(reader, origin, "created_channel"),
    tally: Tally.beforeMessages(begun?.tally as unknown as TallyState | undefined),
  };
  const run = new Survey(ctx, origin, known, keepsIds);
  const steps = new Steps(UNHURRIED, beside?.signal);
  let records = 0;
  const rest = async () => {
    if (!beside || !steps.isOver) return;
    await beside.noted(records);
    await steps.pause();
  };
  for await (const record of source.people()) {
    if (run.admits(record)) await run.person(record);
    await rest();
  }
  const groups = await ImportedGroups.of(ctx, origin, run.people);
  for await (const record of source.groups?.() ?? []) {
    if (run.admits(record)) await groups.foresee(record, run.tally);
    await rest();
  }
  for await (const record of source.channels()) {
    if (run.admits(record)) await run.channel(record, groups);
    await rest();
  }
  const around = { people: run.people, channels: run };
  const organization = await ImportedOrganization.of(ctx, origin, around);
  for await (const record of source.organization?.() ?? []) {
    if (run.admits(record)) await organization.foresee(record, run.tally);
    await rest();
  }
  for await (const record of source.emoji()) {
    if (run.admits(record)) await run.emoji(record);
    await rest();
  }
  for await (const record of source.personal?.() ?? []) {
    if (run.admits(record)) await run.personal(record, organization);
    await rest();
  }
  for await (const record of source.pictures()) {
    if (run.admits(record)) await run.picture(record);
    await rest();
  }
  const names = {
    person: (id: string) => run.people.get(id),
    channel: (id: string) => run.channels.get(id)?.name,
    channelId: (id: string) => run.channels.get(id)?.id,
  };
  for await (const record of source.messages(names)) {
    records++;
    if (run.admits(record)) await (record.type === "person" ? run.person(record) : run.message(record));
    await rest();
  }
  return { tally: run.tally.state, keepsIds, records };
}

/** What earlier imports have taken from this origin, and counted: nothing of it is counted again. */
interface KnownBefore {
  readonly people: ReadonlyMap<string, number>;
  readonly channels: ReadonlyMap<string, LocalChannel>;
  /** Those that were created. */
  readonly created: ReadonlyMap<string, number>;
  readonly tally: Tally;
}

class Survey {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #known: KnownBefore;
  /** Channels here that channels of the archive have become, or would. */
  readonly #local: Set<number>;
  readonly #keepsIds: boolean;
  #newChannels = 0;
  #imported: ReadonlySet<number> | undefined;
  /** Accounts that the import would create, by the keys of their addresses. */
  readonly #planned: KnownAccounts = new Map();
  /** Whose account each person would have: its id here, or the key of its address. */
  readonly #accounts = new Map<string, number | string>();
  /** Accounts that would have a picture. */
  readonly #pictured = new Set<number | string>();
  readonly tally: Tally;
  readonly people = new Map<string, LocalPerson>();
  readonly channels = new Map<string, LocalChannel>();
  readonly #created = new Set<string>();
  readonly #emoji = new Set<string>();
  /** The organization with the emoji that would be in it. */
  #realmThen: Realm | undefined;
  readonly #files = new Set<string>();
  /** Of messages that pins name. */
  readonly #keys = new Set<string>();

  constructor(ctx: OpenContext, origin: Origin, known: KnownBefore, keepsIds: boolean) {
    this.#ctx = ctx;
    this.#origin = origin;
    this.#known = known;
    this.#local = new Set([...known.channels.values()].map(({ id }) => id));
    this.#keepsIds = keepsIds;
    this.tally = known.tally;
  }

  /** Counts what the source itself leaves out. */
  admits<T extends { readonly type: string }>(record: T): record is Exclude<T, { readonly type: "skipped" }> {
    if (record.type !== "skipped") return true;
    this.tally.leaveOut(record as never);
    return false;
  }

  async person(record: PersonRecord): Promise<void> {
    const { id, name, isBot = false, isDeactivated = false } = record;
    if (this.people.has(id)) return;
    const { app, realm } = this.#ctx;
    this.people.set(id, { id: nextId++, full_name: fullNameFrom(name) ?? "Imported user" });
    const key = sourceKey(id);
    const keyed = { secrets: app.secrets, realm_id: realm.id };
    const before = this.#known.people.get(key) ?? this.#known.people.get(erasedKey(keyed, key));
    if (before !== undefined) {
      this.#accounts.set(id, before);
      return;
    }
    const addresses = addressesOf({ realm, origin: this.#origin.origin }, record);
    const { reader } = app.database;
    this.#imported ??= await importedAccounts(reader, realm.id);
    const accounts = await accountsWith(reader, { ...keyed, imported: this.#imported }, addresses);
    for (const key of addresses.map(addressKey)) {
      const planned = this.#planned.get(key);
      if (planned && !accounts.has(key)) accounts.set(key, planned);
    }
    const account = accountAmong(accounts, addresses, record);
    if (account) {
      const isPlanned = (each: string) => this.#planned.get(each) === account;
      this.#accounts.set(id, addresses.map(addressKey).find(isPlanned) ?? account.id);
      return this.tally.take("people_matched");
    }
    this.tally.take(isBot ? "bots" : isDeactivated ? "people_deactivated" : "people_created");
    const leftOut = addressLeftOut(accounts, addresses, record);
    if (leftOut) this.tally.leaveOut(leftOut);
    const free = addresses.map(addressKey).find((each) => !accounts.has(each));
    if (free !== undefined) this.#planned.set(free, { ...NOT_YET, isBot });
    this.#accounts.set(id, free ?? `another of ${id}`);
  }

  async channel(record: ChannelRecord, groups: ImportedGroups): Promise<void> {
    const { id } = record;
    const { reader } = this.#ctx.app.database;
    const known = this.#known.channels.get(sourceKey(id));
    if (known && (await isMoreOpen(reader, known, record)))
      return this.tally.leaveOut(skipped("channels", MORE_OPEN, record.name));
    const name = channelNameFrom(record.name);
    const { isPrivate, isArchived } = record;
    const planned = { id: nextId++, name, recipient_id: nextId++, isOpen: !isPrivate, isArchived };
    let isOwn = this.#known.created.has(sourceKey(id));
    if (!known) {
      const same = await this.#sameChannel(record, name);
      if (same === undefined && !(await this.#hasRoom()))
        return this.tally.leaveOut(skipped("channels", TOO_MANY, record.name));
      isOwn = same === undefined;
      if (same === undefined) this.#newChannels++;
      else this.#local.add(same);
      this.tally.take(same === undefined ? "channels_created" : "channels_matched");
      for (const each of subscribersAmong(this.people, record).leftOut) this.tally.leaveOut(each);
    }
    this.channels.set(id, planned);
    if (isOwn) this.#created.add(id);
    const { app, realm } = this.#ctx;
    for (const each of permissionsLeftOut({ app, realm, people: this.people, groups }, record, isOwn))
      this.tally.leaveOut(each);
  }

  get(id: string): LocalChannel | undefined {
    return this.channels.get(id);
  }

  /** Whether the import would create the channel. */
  isOwn(id: string): boolean {
    return this.#created.has(id);
  }

  /** The id of the public channel here that it would become. */
  async #sameChannel({ isPrivate }: ChannelRecord, name: string): Promise<number | undefined> {
    if (isPrivate) return undefined;
    const row = await this.#ctx.app.database.reader
      .selectFrom("channel")
      .select(["id", "invite_only", "is_web_public", "is_archived"])
      .where("realm_id", "=", this.#ctx.realm.id)
      .where("name_key", "=", nameKey(name))
      .executeTakeFirst();
    return row && !this.#local.has(row.id) && isForItsMembers(row) ? row.id : undefined;
  }

  async #hasRoom(): Promise<boolean> {
    const { app, realm } = this.#ctx;
    const limit = limitOf(app, "channels");
    return (
      (await membersUpto(app.database.reader, "channels", { realm_id: realm.id }, limit)) + this.#newChannels < limit
    );
  }

  async emoji(record: EmojiRecord): Promise<void> {
    const name = emojiNameFrom(record);
    const { reader } = this.#ctx.app.database;
    if ((await itemWith(reader, this.#origin, "emoji", [sourceKey(record.name)])) !== undefined) return;
    const reason = await emojiFault(this.#ctx, name);
    if (reason !== undefined) return this.tally.leaveOut({ what: "custom emoji", reason, example: record.name });
    this.#emoji.add(name);
    this.#realmThen = undefined;
    this.tally.take("emoji");
  }

  async picture(record: PictureRecord): Promise<void> {
    const { reader } = this.#ctx.app.database;
    if (await isPictureKnown(reader, this.#origin, record)) return;
    const account = this.#accounts.get(record.person);
    if (account === undefined || !(await this.#isFree(account)))
      return this.tally.leaveOut(pictureLeftOut(record, OWN_PICTURE));
    let fault: { readonly missing: string } | undefined;
    for (const image of record.images) {
      const content = await image.open();
      if (!("missing" in content)) {
        content.destroy();
        this.#pictured.add(account);
        return this.tally.take("pictures");
      }
      fault ??= content;
    }
    this.tally.leaveOut(pictureLeftOut(record, fault ?? NOT_THERE));
  }

  async personal(record: PersonalRecord, organization: ImportedOrganization): Promise<void> {
    const { app, realm } = this.#ctx;
    const { reader } = app.database;
    if ((await itemWith(reader, this.#origin, "personal", [sourceKey(record.person)])) !== undefined) return;
    const account = this.#accounts.get(record.person);
    const isUnused =
      typeof account === "string" || (account !== undefined && (await isNobodysYet(reader, realm.id, account)));
    const found = isUnused ? this.people.get(record.person) : undefined;
    if (!found) {
      for (const each of personalLeftOut(record)) this.tally.leaveOut(each);
      return;
    }
    const around = { app, realm: this.#realmWithEmoji(), people: this.people, channels: this, organization };
    countPersonal(preparePersonal(around, record, found.id), this.tally);
  }

  #realmWithEmoji(): Realm {
    if (this.#realmThen) return this.#realmThen;
    const { realm } = this.#ctx;
    const { all } = realm.customEmoji;
    const planned = [...this.#emoji].map((name, n) => ({
      ...{ id: -1 - n, realm_id: realm.id, name, author_id: null, file_name: "" },
      ...{ is_animated: false, deactivated: false },
    }));
    this.#realmThen = { ...realm, customEmoji: new CustomEmojiSet([...all, ...planned]) };
    return this.#realmThen;
  }

  async #isFree(account: number | string): Promise<boolean> {
    if (this.#pictured.has(account)) return false;
    return typeof account === "string" || mayGetPicture(this.#ctx.app.database.reader, this.#origin.realm_id, account);
  }

  async message(record: MessageRecord): Promise<void> {
    const { people, channels } = this;
    const placed = placeRecord(this.#ctx, { people, channels }, record);
    if ("type" in placed) return this.tally.leaveOut(placed);
    if (record.key !== undefined) this.#keys.add(record.key);
    if (record.pins) {
      const missing = record.pins.filter(({ key }) => !this.#keys.has(key));
      for (const each of pinsLeftOut(missing)) this.tally.leaveOut(each);
      if (missing.length === record.pins.length) return;
    }
    this.tally.take("channel" in placed.place ? "messages" : "direct_messages");
    if (record.id !== undefined && !this.#keepsIds)
      this.tally.leaveOut(skipped("ids of messages", LOST_ID, exampleOf(record)));
    for (const each of placed.leftOut) this.tally.leaveOut(each);
    this.tally.take("edits", placed.edits.length);
    const found = localReactions(this.#realmWithEmoji(), people, record, () => exampleOf(record));
    this.tally.take("reactions", found.reactions.length);
    for (const each of found.leftOut) this.tally.leaveOut(each);
    this.#entries(record, placed.sender);
    const files = record.files ?? [];
    const tooMany = files.slice(MAX_FILES_OF_MESSAGE).map(fileExample);
    for (const each of skippedAll("files", "the message has too many files", tooMany)) this.tally.leaveOut(each);
    for (const file of files.slice(0, MAX_FILES_OF_MESSAGE)) {
      const isKnown = this.#files.has(file.id);
      this.#files.add(file.id);
      const content = isKnown ? undefined : await file.open();
      if (content && "missing" in content)
        this.tally.leaveOut({ what: "files", reason: content.missing, example: fileExample(file) });
      else {
        content?.destroy();
        this.tally.take("files");
      }
    }
  }

  #entries(record: MessageRecord, sender: number): void {
    if (!record.entries) return;
    const { app } = this.#ctx;
    const [content = ""] = contentsOf(storable(record.text), { keepsId: record.id !== undefined });
    const { people } = this;
    const found = localEntries({ app, people }, record, { sender, content }, () => exampleOf(record));
    this.tally.take("widget_entries", found.entries.length);
    for (const each of found.leftOut) this.tally.leaveOut(each);
  }
}
