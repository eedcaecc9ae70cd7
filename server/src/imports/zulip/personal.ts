/** What people have chosen and filled in for themselves, in a Zulip export. */
import { MAX_RECIPIENTS } from "../../kernel/api/limits.ts";
import { type Fields, listOf, numberOrNothing, textIn, textOrNothing } from "../json.ts";
import { MAX_PERSONAL_CHARACTERS, MAX_PERSONAL_ENTRIES, MAX_SUBSCRIPTIONS } from "../limits.ts";
import { SETTINGS, TOO_MANY, VALUES } from "../personal/reasons.ts";
import { firstOfEach } from "../profiles.ts";
import type {
  DraftRecord,
  LocalNames,
  MessagePlace,
  PersonalRecord,
  ProfileValueRecord,
  SkippedRecord,
  SubscriptionRecord,
  TopicPolicyRecord,
} from "../records.ts";
import { leftOver, skipped, skippedAll } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";
import { withLocalIds } from "./markdown.ts";

const OF_PEOPLE = 6;
const PERSONAL = 1;
const CHANNEL = 2;
const GROUP = 3;

const POLICIES: Readonly<Record<number, TopicPolicyRecord["policy"]>> = { 1: "muted", 2: "unmuted", 3: "followed" };

const TABLES = [
  "zerver_customprofilefieldvalue",
  "zerver_usertopic",
  "zerver_muteduser",
  "zerver_alertword",
  "zerver_userstatus",
  "zerver_savedsnippet",
  "zerver_draft",
  "zerver_navigationview",
] as const;

export function* personalIn(archive: ZulipArchive): Generator<PersonalRecord | SkippedRecord> {
  const byPerson = (rows: readonly Fields[]) => Map.groupBy(rows, ownerOf);
  const tables = TABLES.map((table) => byPerson(archive.rows(table)));
  const [values, topics, muted, words, statuses, snippets, drafts, views] = tables;
  const channelOf = channelsByRecipient(archive);
  const placeOf = placesByRecipient(archive);
  const subscriptions = byPerson(
    archive
      .rows("zerver_subscription")
      .filter(({ recipient, active }) => active !== false && channelOf.has(idIn(recipient))),
  );
  const peopleFields = new Set(
    archive
      .rows("zerver_customprofilefield")
      .filter(({ field_type }) => field_type === OF_PEOPLE)
      .map(({ id }) => idIn(id)),
  );
  const people = firstOfEach(archive.rows("zerver_userprofile"), ({ id }) => idIn(id));
  for (const { id: written, is_bot } of people) {
    const id = idIn(written);
    if (id === "") continue;
    if (is_bot === true) {
      const count = tables.reduce((sum, table) => sum + (table.get(id)?.length ?? 0), 0);
      yield* leftOver(SETTINGS, "they belong to a bot", id, count);
      continue;
    }
    const [ofProfile, room] = [new PersonalRoom(), new PersonalRoom()];
    const [status] = room.first(statuses?.get(id)?.slice(0, 1)) ?? [];
    const record = {
      profile: ofProfile.first(values?.get(id))?.map((row) => valueIn(row, peopleFields)),
      topics: room.first(topics?.get(id)?.filter(policyOf))?.map(topicIn),
      channels: room
        .first(subscriptions.get(id), MAX_SUBSCRIPTIONS)
        ?.flatMap((row) => subscriptionIn(row, channelOf.get(idIn(row.recipient)) ?? "")),
      muted: room
        .first(muted?.get(id))
        ?.map((row) => ({ person: idIn(row.muted_user), mutedAt: numberOrNothing(row.date_muted) })),
      alertWords: room.first(words?.get(id))?.map(({ word }) => textIn(word)),
      status: status && { text: textIn(status.status_text), emoji: textOrNothing(status.emoji_name) },
      snippets: room.first(snippets?.get(id))?.map((row) => ({
        ...{ title: textIn(row.title), content: textIn(row.content), savedAt: numberOrNothing(row.date_created) },
      })),
      drafts: room.first(drafts?.get(id))?.map((row) => draftIn(row, placeOf)),
      views: room.first(views?.get(id))?.map(({ fragment, name, is_pinned }) => ({
        ...{ fragment: textIn(fragment), name: textOrNothing(name), isPinned: is_pinned === true },
      })),
    };
    if (Object.values(record).some((part) => part !== undefined)) yield { type: "personal", person: id, ...record };
    if (ofProfile.leftOut > 0) yield skipped(VALUES, TOO_MANY, id, ofProfile.leftOut);
    if (room.leftOut > 0) yield skipped(SETTINGS, TOO_MANY, id, room.leftOut);
    const unknown = (topics?.get(id) ?? []).filter((row) => !policyOf(row)).map(() => id);
    yield* skippedAll(SETTINGS, "the policy of the topic is unknown", unknown);
  }
  const known = new Set(people.map(({ id }) => idIn(id)));
  const strangers = TABLES.flatMap((table) => archive.rows(table).map(ownerOf)).filter((id) => !known.has(id));
  yield* skippedAll(SETTINGS, "whose they are is not in the archive", strangers);
}

/**
 * What of somebody's rows comes: the server, whom others wait for, parses and checks a record as a whole, and an archive may have any
 * number of rows.
 */
class PersonalRoom {
  #characters = MAX_PERSONAL_CHARACTERS;
  leftOut = 0;

  first(rows: readonly Fields[] | undefined, limit = MAX_PERSONAL_ENTRIES): Fields[] | undefined {
    const kept = rows?.slice(0, limit).filter((row) => {
      const size = sizeOf(row);
      if (size > this.#characters) return false;
      this.#characters -= size;
      return true;
    });
    this.leftOut += (rows?.length ?? 0) - (kept?.length ?? 0);
    return kept;
  }
}

const sizeOf = (row: Fields): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : JSON.stringify(value ?? null).length),
    0,
  );

/** Views have another name for it. */
const ownerOf = ({ user_profile, user }: Fields): string => idIn(user_profile) || idIn(user);

function channelsByRecipient(archive: ZulipArchive): Map<string, string> {
  const rows = archive.rows("zerver_recipient").filter(({ type }) => type === CHANNEL);
  return new Map(rows.map(({ id, type_id }) => [idIn(id), idIn(type_id)]));
}

/** A recipient, and the topic that is written beside it. */
type Placing = (recipient: string, topic: string) => MessagePlace;

function placesByRecipient(archive: ZulipArchive): Placing {
  const rows = new Map(archive.rows("zerver_recipient").map((row) => [idIn(row.id), row]));
  const isGroup = ({ recipient }: Fields) => rows.get(idIn(recipient))?.type === GROUP;
  const members = Map.groupBy(archive.rows("zerver_subscription").filter(isGroup), ({ recipient }) => idIn(recipient));
  return (recipient, topic) => {
    const { type, type_id } = rows.get(recipient) ?? {};
    if (type === PERSONAL) return { people: [idIn(type_id)] };
    if (type !== GROUP) return { channel: type === CHANNEL ? idIn(type_id) : "", topic };
    // One more is too many.
    const some = (members.get(recipient) ?? []).slice(0, MAX_RECIPIENTS + 1);
    return { people: some.map(({ user_profile }) => idIn(user_profile)) };
  };
}

const draftIn = ({ recipient, topic, content, last_edit_time }: Fields, placeOf: Placing): DraftRecord => ({
  to: idIn(recipient) === "" ? undefined : placeOf(idIn(recipient), textIn(topic)),
  content: withLocalIds(textIn(content), NOBODY),
  editedAt: numberOrNothing(last_edit_time),
});

/** Mentions are by name then: who has which id here is not known where the archive is read. */
const NOBODY: LocalNames = { person: () => undefined, channel: () => undefined, channelId: () => undefined };

/** People are a list in a text. */
function valueIn({ field, value }: Fields, peopleFields: ReadonlySet<string>): ProfileValueRecord {
  if (!peopleFields.has(idIn(field))) return { field: idIn(field), value: textIn(value) };
  return { field: idIn(field), value: listOf(parsed(value)).map(idIn) };
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return [];
  }
}

/** Versions before 7 could only mute topics. */
const policyOf = ({ visibility_policy }: Fields) => POLICIES[numberOrNothing(visibility_policy) ?? 1];

const topicIn = (row: Fields): TopicPolicyRecord => ({
  channel: idIn(row.stream),
  topic: textIn(row.topic_name),
  policy: policyOf(row) ?? "muted",
  chosenAt: numberOrNothing(row.last_updated),
});

/** Nothing where the row says nothing of settings. */
function subscriptionIn(row: Fields, channel: string): SubscriptionRecord[] {
  const chosen = (value: unknown) => (typeof value === "boolean" ? value : undefined);
  const settings = {
    color: textOrNothing(row.color),
    isMuted: chosen(row.is_muted),
    isPinned: chosen(row.pin_to_top),
    desktop: chosen(row.desktop_notifications),
    sound: chosen(row.audible_notifications),
    push: chosen(row.push_notifications),
    email: chosen(row.email_notifications),
    wildcards: chosen(row.wildcard_mentions_notify),
  };
  return Object.values(settings).some((value) => value !== undefined) ? [{ channel, ...settings }] : [];
}
