/** What of someone's personal settings can be taken, each checked as the API checks it, with the reasons for the rest. */
import { checkColor } from "../../channels/colors.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import type { App, Realm } from "../../kernel/context.ts";
import { fold } from "../../kernel/db/names.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { addAlertWords } from "../../people/alert-words/contract.ts";
import { alertKey } from "../../people/alert-words/matcher.ts";
import { FieldTypeId } from "../../people/profile-fields/types.ts";
import { isNothing, storedValue } from "../../people/profile-fields/value-rules.ts";
import { MAX_STATUS_LENGTH, updateOwnStatus } from "../../people/user-status/contract.ts";
import { NO_STATUS, type Status } from "../../people/user-status/store.ts";
import type { SentDraft } from "../../personal/drafts/contract.ts";
import type { ViewRow } from "../../personal/navigation-views/store.ts";
import { createSavedSnippet } from "../../personal/saved-snippets/contract.ts";
import { checkEmoji, emojiMeant } from "../../text/emoji/reference.ts";
import { topicFrom } from "../names.ts";
import type { ImportedField } from "../organization/imported.ts";
import { accepted, type FoundChannels, type FoundPeople, refusal } from "../organization/parts.ts";
import type { PersonalRecord, SkippedRecord, SubscriptionRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import type { Tally } from "../tally.ts";
import { storable } from "../texts.ts";
import { draftsOf } from "./drafts.ts";
import { type Leave, NO_CHANNEL, NO_PERSON, REFUSED, SETTINGS, TOO_MANY, upTo, VALUES } from "./reasons.ts";
import { viewsFrom } from "./views.ts";

export interface PersonalSurroundings {
  readonly app: App;
  readonly realm: Realm;
  readonly people: FoundPeople;
  readonly channels: FoundChannels;
  readonly organization: { profileField(id: string): ImportedField | undefined };
}

interface PreparedTopic {
  readonly channel_id: ChannelId;
  readonly topic_name: string;
  readonly visibility_policy: number;
  readonly chosenAt: number | undefined;
  /** Everyone but guests may read the channel. */
  readonly isOpen: boolean;
}

export interface PreparedPersonal {
  readonly values: readonly { readonly field: ImportedField; readonly value: string }[];
  readonly topics: readonly PreparedTopic[];
  readonly channels: readonly { readonly id: ChannelId; readonly changes: ReturnType<typeof changesOf> }[];
  readonly muted: readonly { readonly id: UserId; readonly mutedAt: number | undefined }[];
  readonly words: readonly string[];
  readonly status: Status | undefined;
  readonly snippets: readonly {
    readonly title: string;
    readonly content: string;
    readonly savedAt: number | undefined;
  }[];
  readonly drafts: readonly SentDraft[];
  readonly views: readonly ViewRow[];
  readonly leftOut: readonly SkippedRecord[];
}

export function preparePersonal(around: PersonalSurroundings, record: PersonalRecord, self: UserId): PreparedPersonal {
  const { leave, leftOut } = leavingOut(record);
  return {
    values: valuesOf(around, record, leave),
    topics: topicsOf(around, record, leave),
    channels: channelsOf(around, record, leave),
    muted: mutedOf(around, record, self, leave),
    words: wordsOf(around, record, leave),
    status: statusOf(around, record, leave),
    snippets: snippetsOf(around, record, leave),
    drafts: draftsOf(around, record, leave),
    views: viewsFrom(around, record, leave),
    leftOut: leftOut(),
  };
}

/** One record for each reason, however many entries are left out for it. */
export function leavingOut({ person, isNamedById }: PersonalRecord) {
  const found = new Map<string, { readonly what: string; readonly reason: string; count: number }>();
  const leave: Leave = (what, reason, count = 1) => {
    if (count <= 0) return;
    const key = `${what}\n${reason}`;
    const known = found.get(key);
    if (known) known.count += count;
    else found.set(key, { what, reason, count });
  };
  const example = isNamedById ? "" : person;
  const leftOut = () => [...found.values()].map(({ what, reason, count }) => skipped(what, reason, example, count));
  return { leave, leftOut };
}

function valuesOf({ people, organization }: PersonalSurroundings, { profile = [] }: PersonalRecord, leave: Leave) {
  const found = new Map<number, { field: ImportedField; value: string }>();
  for (const { field: id, value: sent } of profile) {
    const field = organization.profileField(id);
    if (!field) {
      leave(VALUES, "the field is not here");
      continue;
    }
    const isOfPeople = field.field_type === FieldTypeId.people;
    if (isOfPeople !== (typeof sent !== "string")) {
      leave(VALUES, REFUSED);
      continue;
    }
    const value = typeof sent === "string" ? sent : sent.flatMap((each) => people.get(each)?.id ?? []);
    if (typeof sent !== "string") leave("people in profiles", NO_PERSON, sent.length - value.length);
    if (isNothing(value)) continue;
    const stored =
      typeof value === "string" && storable(value) !== value ? undefined : refusal(() => storedValue(field, value));
    if (!stored || "refused" in stored) leave(VALUES, REFUSED);
    else found.set(field.id, { field, value: stored.value });
  }
  return [...found.values()];
}

const POLICIES = {
  muted: VisibilityPolicy.muted,
  unmuted: VisibilityPolicy.unmuted,
  followed: VisibilityPolicy.followed,
};

/** A channel that the import has created; others keep the settings that they have. */
function ownChannel({ channels }: PersonalSurroundings, id: string, leave: Leave) {
  const channel = channels.get(id);
  if (!channel) return leave(SETTINGS, NO_CHANNEL);
  return channels.isOwn(id) ? channel : leave(SETTINGS, "the channel was here before");
}

function topicsOf(around: PersonalSurroundings, { topics = [] }: PersonalRecord, leave: Leave): PreparedTopic[] {
  const found = new Map<string, PreparedTopic>();
  for (const { channel: id, topic, policy, chosenAt } of topics) {
    const channel = ownChannel(around, id, leave);
    if (!channel) continue;
    const topic_name = topicFrom(topic);
    const place = { channel_id: channel.id, topic_name, isOpen: channel.isOpen === true };
    found.set(`${channel.id} ${fold(topic_name)}`, { ...place, visibility_policy: POLICIES[policy], chosenAt });
  }
  return upTo(limitOf(around.app, "topic_policies"), [...found.values()], leave);
}

function channelsOf(around: PersonalSurroundings, { channels = [] }: PersonalRecord, leave: Leave) {
  return channels.flatMap((each) => {
    const channel = ownChannel(around, each.channel, leave);
    const changes = channel && changesOf(each, leave);
    return channel && changes && Object.keys(changes).length > 0 ? [{ id: channel.id, changes }] : [];
  });
}

function changesOf({ color: sent, isMuted, isPinned, ...notifications }: SubscriptionRecord, leave: Leave) {
  const checked = sent === undefined ? undefined : refusal(() => checkColor(sent));
  if (checked && "refused" in checked) leave(SETTINGS, REFUSED);
  const { desktop, sound, push, email, wildcards } = notifications;
  const changes = {
    color: checked && "value" in checked ? checked.value : undefined,
    is_muted: isMuted,
    pin_to_top: isPinned,
    desktop_notifications: desktop ?? undefined,
    audible_notifications: sound ?? undefined,
    push_notifications: push ?? undefined,
    email_notifications: email ?? undefined,
    wildcard_mentions_notify: wildcards ?? undefined,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<
    typeof changes
  >;
}

function mutedOf({ app, people }: PersonalSurroundings, { muted = [] }: PersonalRecord, self: UserId, leave: Leave) {
  const found = new Map<UserId, number | undefined>();
  for (const { person, mutedAt } of muted) {
    const id = people.get(person)?.id;
    if (id === undefined) leave(SETTINGS, NO_PERSON);
    else if (id === self) leave(SETTINGS, REFUSED);
    else found.set(id, mutedAt);
  }
  const list = [...found].map(([id, mutedAt]) => ({ id, mutedAt }));
  return upTo(limitOf(app, "muted_users"), list, leave);
}

function wordsOf({ app }: PersonalSurroundings, { alertWords = [] }: PersonalRecord, leave: Leave): string[] {
  const found = new Map<string, string>();
  for (const each of alertWords) {
    const [word = ""] = accepted(addAlertWords.params.alert_words, [each]) ?? [];
    if (word === "") leave(SETTINGS, REFUSED);
    else if (!found.has(alertKey(word))) found.set(alertKey(word), word);
  }
  return upTo(limitOf(app, "alert_words"), [...found.values()], leave);
}

function statusOf({ realm }: PersonalSurroundings, { status }: PersonalRecord, leave: Leave): Status | undefined {
  if (!status) return undefined;
  const text = accepted(updateOwnStatus.params.status_text, status.text);
  if (text === undefined || isLonger(text, MAX_STATUS_LENGTH)) return leave(SETTINGS, REFUSED);
  const name = status.emoji ?? "";
  const emoji = refusal(() => {
    if (name === "") return {};
    const meant = emojiMeant(realm, { emoji_name: name });
    checkEmoji(realm, meant);
    return meant;
  });
  if ("refused" in emoji) return leave(SETTINGS, "there is no such emoji here");
  return text === "" && name === "" ? undefined : { ...NO_STATUS, status_text: text, ...emoji.value };
}

function snippetsOf({ app }: PersonalSurroundings, { snippets = [] }: PersonalRecord, leave: Leave) {
  let room = limitOf(app, "saved_snippet_characters");
  const found = snippets.flatMap(({ savedAt, ...sent }) => {
    const title = accepted(createSavedSnippet.params.title, sent.title);
    const content = accepted(createSavedSnippet.params.content, sent.content);
    if (title === undefined || content === undefined) return leave(SETTINGS, REFUSED) ?? [];
    if (content.length > room) return leave(SETTINGS, TOO_MANY) ?? [];
    room -= content.length;
    return [{ title, content, savedAt }];
  });
  return upTo(limitOf(app, "saved_snippets"), found, leave);
}

export function sizeOfPersonal({ status, ...lists }: PreparedPersonal): number {
  const { topics, channels, muted, words, snippets, drafts, views } = lists;
  const all = [topics, channels, muted, words, snippets, drafts, views];
  return all.reduce((sum, list) => sum + list.length, Number(status !== undefined));
}

export function countPersonal(prepared: PreparedPersonal, tally: Tally): void {
  tally.take("profile_values", prepared.values.length);
  tally.take("personal_settings", sizeOfPersonal(prepared));
  for (const each of prepared.leftOut) tally.leaveOut(each);
}

/** All of it, of someone whose account here is in use. */
export function personalLeftOut(record: PersonalRecord): SkippedRecord[] {
  const { person, isNamedById, profile, status, ...settings } = record;
  const { topics, channels, muted, alertWords, snippets, drafts, views } = settings;
  const lists = [topics, channels, muted, alertWords, snippets, drafts, views];
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), Number(status !== undefined));
  const leave = (what: string, number: number) =>
    number === 0 ? [] : [skipped(what, "the account here is in use", isNamedById ? "" : person, number)];
  return [...leave(VALUES, profile?.length ?? 0), ...leave(SETTINGS, count)];
}
