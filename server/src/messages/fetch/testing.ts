/** A small organization with messages of every kind, and what each of them is to Ada, for the tests of narrows. */
import type { Organization, Person } from "../../../test/index.ts";
import { Flag } from "../flags.ts";
import { addReaction } from "../reactions/contract.ts";
import { Trait } from "../traits.ts";

export interface Fact {
  readonly id: number;
  readonly channel?: string;
  readonly topic?: string;
  /** Names; of a direct message. */
  readonly people?: readonly string[];
  readonly sender: string;
  readonly text: string;
  /** What Ada received when it was sent. */
  readonly received: boolean;
  /** It was sent at noon of this day. */
  day: string;
  flags: number;
  traits: number;
  hasReaction: boolean;
}

export interface FetchWorld {
  readonly ada: Person;
  readonly ben: Person;
  readonly cem: Person;
  readonly channels: Readonly<Record<string, number>>;
  readonly facts: readonly Fact[];
}

/** Ada is subscribed to `design`, `vault` (private) and `noise` (muted), not to `open`, `town` (web-public) and `secret`. */
export async function makeWorld(acme: Organization): Promise<FetchWorld> {
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const channels = {
    design: await acme.channel("design", [ben, ada, cem]),
    vault: await acme.channel("vault", [ben, ada], { invite_only: true }),
    noise: await acme.channel("noise", [ben, ada]),
    open: await acme.channel("open", [ben, cem]),
    town: await acme.channel("town", [ben, cem]),
    secret: await acme.channel("secret", [ben, cem], { invite_only: true }),
  };
  await acme.alter((tx) =>
    tx.updateTable("channel").set({ is_web_public: true }).where("id", "=", channels.town).execute(),
  );
  const facts: Fact[] = [];
  const note = (id: number, sender: Person, text: string, rest: Partial<Fact>) =>
    facts.push({
      id,
      sender: sender.name,
      text,
      received: true,
      day: "",
      flags: 0,
      traits: 0,
      hasReaction: false,
      ...rest,
    });
  const topics = ["logo", "✔ Logo", "lunch", ""];
  const mine = ["design", "vault", "noise"];
  let n = 0;
  for (const channel of Object.keys(channels))
    for (const topic of topics) {
      const sender = [ben, cem][n % 2] as Person;
      const who = ["vault", "noise"].includes(channel) ? ben : sender;
      const text = `${["red fox", "green fox", "blue dogs", "紅い狐と東京"][n % 4]} ${channel}`;
      const received = mine.includes(channel);
      note(await who.sends(`#${channel} > ${topic}`, text), who, text, { channel, topic, received });
      n++;
    }
  const direct = async (sender: Person, to: readonly Person[], text: string) => {
    const people = [...new Set([sender.name, ...to.map((person) => person.name)])].sort();
    note(await sender.writes(to, text), sender, text, { people, received: people.includes("Ada") });
  };
  await direct(ada, [ben], "red fox to ben");
  await direct(ben, [ada], "blue dog to ada");
  await direct(ben, [ada, cem], "green fox to both");
  await direct(cem, [ada], "東京 to ada");
  await direct(ben, [cem], "red fox without ada");
  await direct(ada, [ada], "red note to self");
  await decorate(acme, { ada, ben, cem, channels, facts });
  return { ada, ben, cem, channels, facts };
}

/** Flags, traits, reactions and policies, on fixed messages. */
async function decorate(acme: Organization, { ada, ben, channels, facts }: FetchWorld): Promise<void> {
  const bits = [Flag.starred, Flag.read, Flag.mentioned, Flag.has_alert_word, Flag.topic_wildcard_mentioned];
  const traits = [Trait.hasLink, Trait.hasImage, Trait.hasAttachment, Trait.channelWildcard];
  // Stars are also given to what was not received, where that can be read.
  const canRead = (fact: Fact) => fact.received || ["open", "town"].includes(fact.channel ?? "");
  for (const [n, fact] of facts.entries()) {
    const bit = bits[n % 7] ?? 0;
    fact.flags = canRead(fact) && (fact.received || bit === Flag.starred) ? bit : 0;
    fact.traits = traits[n % 5] ?? 0;
    fact.hasReaction = n % 6 === 0;
    fact.day = new Date(Date.UTC(2025, 10, 1 + n)).toISOString().slice(0, 10);
  }
  await acme.alter(async (tx) => {
    await tx.deleteFrom("user_message").where("user_id", "=", ada.id).execute();
    const rows = facts.filter((fact) => fact.flags !== 0);
    await tx
      .insertInto("user_message")
      .values(rows.map((fact) => ({ user_id: ada.id, message_id: fact.id, flags: fact.flags })))
      .execute();
    for (const { id, traits: stored, day } of facts) {
      const sent_at = Date.parse(`${day}T12:00:00Z`) / 1000;
      await tx.updateTable("message").set({ traits: stored, sent_at }).where("id", "=", id).execute();
    }
    const named = ` <span class="user-mention" data-user-id="${ada.id}">@Ada</span>`;
    await tx
      .updateTable("message")
      .set(({ eb }) => ({ rendered_content: eb("rendered_content", "||", named) }))
      .where("id", "in", idsOf(facts.filter(mentionsAda)))
      .execute();
    await tx
      .updateTable("subscription")
      .set({ is_muted: true })
      .where("user_id", "=", ada.id)
      .where("channel_id", "=", channels.noise as number)
      .execute();
    const policy = (channel: string, topic: string, visibility_policy: number) => ({
      user_id: ada.id,
      channel_id: channels[channel] as number,
      topic_name: topic,
      topic_key: topic.toLowerCase(),
      visibility_policy,
      last_updated: 0,
    });
    const policies = [policy("design", "lunch", 1), policy("noise", "logo", 2), policy("noise", "lunch", 3)];
    await tx
      .insertInto("user_topic")
      .values([...policies, policy("vault", "logo", 3)])
      .execute();
  });
  const reacted = facts.filter((fact) => fact.hasReaction);
  for (const { id } of reacted) {
    const isBens = await ben.call(addReaction, { message_id: id, emoji_name: "tada" }).then(
      () => true,
      () => false,
    );
    if (!isBens) await ada.call(addReaction, { message_id: id, emoji_name: "tada" });
  }
}

const idsOf = (facts: readonly Fact[]) => facts.map((fact) => fact.id);

export const mentionsAda = (fact: Fact) => (fact.flags & Flag.mentioned) !== 0;

const POLICIES: Readonly<Record<string, number>> = {
  "design/lunch": 1,
  "noise/logo": 2,
  "noise/lunch": 3,
  "vault/logo": 3,
};
const policyOf = (fact: Fact) => POLICIES[`${fact.channel}/${fact.topic}`] ?? 0;

const isMutedToAda = (fact: Fact) => policyOf(fact) === 1 || (fact.channel === "noise" && policyOf(fact) === 0);

/** What the terms mean, said once more, without a database. */
export const MEANINGS: Readonly<Record<string, (fact: Fact) => boolean>> = {
  "is:dm": (fact) => fact.people !== undefined,
  "is:starred": (fact) => (fact.flags & Flag.starred) !== 0,
  "is:mentioned": (fact) =>
    (fact.flags & (Flag.mentioned | Flag.topic_wildcard_mentioned)) !== 0 ||
    ((fact.traits & Trait.channelWildcard) !== 0 && fact.received),
  "is:alerted": (fact) => (fact.flags & Flag.has_alert_word) !== 0,
  "is:unread": (fact) => fact.received && (fact.flags & Flag.read) === 0,
  "is:resolved": (fact) => fact.topic?.startsWith("✔ ") ?? false,
  "is:followed": (fact) => policyOf(fact) === 3,
  "is:muted": isMutedToAda,
  "in:home": (fact) => !isMutedToAda(fact),
  "in:all": () => true,
  "has:link": (fact) => (fact.traits & Trait.hasLink) !== 0,
  "has:image": (fact) => (fact.traits & Trait.hasImage) !== 0,
  "has:attachment": (fact) => (fact.traits & Trait.hasAttachment) !== 0,
  "has:reaction": (fact) => fact.hasReaction,
  "channels:public": (fact) => ["design", "noise", "open", "town"].includes(fact.channel ?? ""),
  "channels:web-public": (fact) => fact.channel === "town",
  "mentions:me": mentionsAda,
  "date:2025-11-10": (fact) => fact.day >= "2025-11-10",
  "date:2025-11-20T13:30:00+01:00": (fact) => fact.day > "2025-11-20",
  "date:2025-11-20T12:30:00+01:00": (fact) => fact.day >= "2025-11-20",
  "near:1": () => true,
};
