/** Finds the people, groups and wildcards that an `@` can mean. */
import type { State } from "@parley/client";
import { following } from "./follow.ts";
import { Quality } from "./match.ts";
import { type Candidate, NameIndex } from "./name-index.ts";

export type Mention =
  | { readonly type: "person"; readonly userId: number }
  | { readonly type: "group"; readonly groupId: number }
  /** With the number of people it notifies, if known. */
  | { readonly type: "wildcard"; readonly name: "all" | "topic"; readonly size: number | undefined };

export const MOST_SUGGESTED = 8;

type ValueOf<M> = M extends ReadonlyMap<number, infer V> ? V : never;
type MentionUser = ValueOf<State["users"]["users"]>;
type Group = ValueOf<State["groups"]>;

/** Where the text is written. */
export interface MentionContext {
  /** Recent senders here. */
  readonly inConversation: ReadonlySet<number>;
  /** The newest direct message with each person, as a message id. */
  readonly partners: ReadonlyMap<number, number>;
  /** The channel's subscribers; undefined in direct messages. */
  readonly subscribers: ReadonlySet<number> | undefined;
  readonly wildcards: readonly Extract<Mention, { type: "wildcard" }>[];
}

/** Wildcard names; the server treats them alike. */
const WILDCARD_WORDS = { all: ["all", "everyone", "channel"], topic: ["topic"] } as const;

export class MentionNames {
  readonly index = new NameIndex<Mention>();
  readonly #followPeople = following<number, MentionUser, Mention>(
    this.index,
    (id) => `person:${id}`,
    (user) => (user.is_active ? { item: { type: "person", userId: user.user_id }, name: user.full_name } : undefined),
  );
  readonly #followGroups = following<number, Group, Mention>(
    this.index,
    (id) => `group:${id}`,
    // Role groups are for permissions and cannot be mentioned.
    (group) =>
      group.deactivated || group.is_system_group
        ? undefined
        : { item: { type: "group", groupId: group.id }, name: group.name },
  );

  follow(state: Pick<State, "users" | "groups">): void {
    this.#followPeople(state.users.users);
    this.#followGroups(state.groups);
  }

  /** People in this conversation, recent partners, subscribers, then by how the name matches; at most 8. */
  find(typed: string, context: MentionContext): Mention[] {
    const found = this.index.find(typed, { limit: MOST_SUGGESTED, rank: (candidate) => rankOf(candidate, context) });
    const wildcards = context.wildcards.filter(({ name }) =>
      WILDCARD_WORDS[name].some((word) => word.startsWith(typed.trim().toLowerCase())),
    );
    // A bare @ rarely means everyone; a wildcard word does.
    return typed.trim() === ""
      ? [...found.slice(0, MOST_SUGGESTED - wildcards.length), ...wildcards]
      : [...wildcards, ...found].slice(0, MOST_SUGGESTED);
  }
}

const PARTNER = 1_000;
const IN_CONVERSATION = 2_000;
const SUBSCRIBED = 100;

function rankOf({ item, quality }: Candidate<Mention>, context: MentionContext): number | undefined {
  if (item.type !== "person") return SUBSCRIBED + quality * (Quality.whole + 1);
  const { userId } = item;
  return (
    (context.inConversation.has(userId) ? IN_CONVERSATION : 0) +
    (context.partners.has(userId) ? PARTNER : 0) +
    (context.subscribers?.has(userId) ? SUBSCRIBED : 0) +
    quality * (Quality.whole + 1)
  );
}
