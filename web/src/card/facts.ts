/** The facts shown about a person. */
import type { State } from "@parley/client";
import { type Clock, listText, timeOfDay } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { zoneOption } from "../text/zones.ts";

type CardPerson = State["users"]["users"] extends ReadonlyMap<number, infer U> ? U : never;

/** "10:06, same as yours", or "14:06, 4 hours ahead"; undefined without a known time zone. */
export function localTime(timezone: string | undefined, clock: Clock, now: number): string | undefined {
  if (timezone === undefined || !zoneOption(timezone).timeZone) return undefined;
  const time = timeOfDay(now, { ...clock, timeZone: timezone });
  const hours = (offsetOf(timezone, now) - offsetOf(clock.timeZone, now)) / 60;
  if (hours === 0) return t("card.sameTime", { time });
  return t(hours > 0 ? "card.ahead" : "card.behind", { time, hours: Math.abs(hours) });
}

/** Minutes that a zone is ahead of UTC at that moment. */
function offsetOf(timeZone: string, seconds: number): number {
  const format = new Intl.DateTimeFormat("en", {
    ...zoneOption(timeZone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const parts = Object.fromEntries(
    format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - Math.floor(seconds / 60) * 60_000) / 60_000);
}

const FieldType = { option: 3, people: 6, account: 7 } as const;

export interface ProfileFact {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly href?: string;
}

/** The custom profile fields that this person has filled in. */
export function profileFacts(
  person: CardPerson,
  { profileFields, users, realm }: Pick<State, "profileFields" | "users" | "realm">,
): ProfileFact[] {
  return profileFields.flatMap(({ id, name, type, field_data }) => {
    const value = person.profile_data?.[`${id}`]?.value;
    if (value === undefined || value === "") return [];
    if (type === FieldType.option) return [{ id, name, value: optionText(field_data, value) }];
    if (type === FieldType.people) return [{ id, name, value: peopleText(value, users) }];
    const href = type === FieldType.account ? accountAddress(field_data, value, realm) : value;
    return [{ id, name, value, ...(/^https?:\/\//i.test(href) ? { href } : {}) }];
  });
}

/** The placeholder for the value in the pattern of an account's address. */
const USERNAME = "%(username)s";

/** Where the account is: on a site that the server knows, or by the field's own pattern. */
function accountAddress(fieldData: string, value: string, { realm_default_external_accounts }: State["realm"]): string {
  try {
    const { subtype, url_pattern } = JSON.parse(fieldData) as { subtype: string; url_pattern?: string };
    const pattern = url_pattern ?? realm_default_external_accounts?.[subtype]?.url_pattern ?? "";
    return pattern.replace(USERNAME, () => encodeURIComponent(value.toWellFormed()));
  } catch {
    return "";
  }
}

function optionText(fieldData: string, value: string): string {
  try {
    const choices = JSON.parse(fieldData) as Record<string, { text: string }>;
    return choices[value]?.text ?? value;
  } catch {
    return value;
  }
}

function peopleText(value: string, { users }: State["users"]): string {
  try {
    return listText((JSON.parse(value) as number[]).map((id) => users.get(id)?.full_name ?? ""));
  } catch {
    return value;
  }
}

/** The names of user-created groups with this person in them, directly or through a subgroup. */
export function groupNames(userId: number, { groups }: Pick<State, "groups">): string[] {
  const isIn = (id: number, seen: ReadonlySet<number>): boolean => {
    const group = groups.get(id);
    if (!group || seen.has(id)) return false;
    return group.members.includes(userId) || group.direct_subgroup_ids.some((sub) => isIn(sub, new Set([...seen, id])));
  };
  const own = [...groups.values()].filter((group) => !group.is_system_group && !group.deactivated);
  return own.filter(({ id }) => isIn(id, new Set())).map(({ name }) => name);
}

/** Channels both are subscribed to, by name. */
export function sharedChannels(userId: number, { channels }: Pick<State, "channels">): { id: number; name: string }[] {
  return [...channels.channels.values()]
    .filter((channel) => channel.is_subscribed && !channel.is_archived && channel.subscribers?.includes(userId))
    .map(({ stream_id, name }) => ({ id: stream_id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
