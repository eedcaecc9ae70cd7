/**
 * The client's state: created from the registration response, and changed only by events, including for the user's own
 * changes. Consumers subscribe to changes and compare by identity.
 */
import { handled } from "../handlers.ts";
import type { ServerEvent, Snapshot } from "../types.ts";
import { botsPart } from "./bots.ts";
import { channelsPart } from "./channels.ts";
import { commandsPart } from "./commands.ts";
import { conversationsPart } from "./conversations.ts";
import { domainsPart } from "./domains.ts";
import { draftsPart } from "./drafts.ts";
import { foldersPart } from "./folders.ts";
import { groupsPart } from "./groups.ts";
import { markupPart } from "./markup.ts";
import { navigationViewsPart } from "./navigation-views.ts";
import { onboardingPart } from "./onboarding.ts";
import type { Part } from "./part.ts";
import { preferencesPart } from "./preferences.ts";
import { presencePart } from "./presence.ts";
import { profileFieldsPart } from "./profile-fields.ts";
import { realmPart } from "./realm.ts";
import { savedSnippetsPart } from "./saved-snippets.ts";
import { scheduledPart } from "./scheduled.ts";
import { settingsPart, userDefaultsPart } from "./settings.ts";
import { starredPart } from "./starred.ts";
import { statusesPart } from "./statuses.ts";
import { topicsPart } from "./topics.ts";
import { unreadPart } from "./unread.ts";
import { usersPart } from "./users.ts";

const parts = {
  users: usersPart,
  statuses: statusesPart,
  profileFields: profileFieldsPart,
  bots: botsPart,
  commands: commandsPart,
  channels: channelsPart,
  groups: groupsPart,
  realm: realmPart,
  settings: settingsPart,
  userDefaults: userDefaultsPart,
  conversations: conversationsPart,
  unread: unreadPart,
  starred: starredPart,
  topics: topicsPart,
  folders: foldersPart,
  domains: domainsPart,
  markup: markupPart,
  preferences: preferencesPart,
  drafts: draftsPart,
  savedSnippets: savedSnippetsPart,
  navigationViews: navigationViewsPart,
  onboarding: onboardingPart,
  presence: presencePart,
  scheduled: scheduledPart,
};

export type State = { readonly [K in keyof typeof parts]: (typeof parts)[K] extends Part<infer S> ? S : never };

type StoreListener = (state: State, events: readonly ServerEvent[] | undefined) => void;

function stateOf(snapshot: Snapshot): State {
  const entries = Object.entries(parts).map(([name, part]) => [name, part.from(snapshot)]);
  return Object.fromEntries(entries) as State;
}

// Safe because each part receives only its own state.
const named = Object.entries(parts) as [keyof State, Part<unknown>][];

/** Returns the same object if the event changed nothing: most events concern one part, and many none. */
function after(state: State, event: ServerEvent): State {
  let next: Partial<Record<keyof State, unknown>> | undefined;
  for (const [name, { on }] of named) {
    const before = state[name];
    const now = handled(on, event, before, before);
    if (now === before) continue;
    next ??= { ...state };
    next[name] = now;
  }
  return (next as State | undefined) ?? state;
}

const isKept = (beginning: object): beginning is { readonly kept: State } => "kept" in beginning;

export class Store {
  #state: State;
  readonly #listeners = new Set<StoreListener>();

  /** From a registration, or from another store's saved state, which is plain data. */
  constructor(beginning: Snapshot | { readonly kept: State }) {
    this.#state = isKept(beginning) ? beginning.kept : stateOf(beginning);
  }

  get state(): State {
    return this.#state;
  }

  /** Restarts from a new snapshot or another store's state, because events were missed. */
  reset(beginning: Snapshot | { readonly kept: State }): void {
    this.#state = isKept(beginning) ? beginning.kept : stateOf(beginning);
    for (const listener of this.#listeners) listener(this.#state, undefined);
  }

  apply(event: ServerEvent): void {
    this.applyAll([event]);
  }

  /** Applies a batch and notifies listeners once. */
  applyAll(events: readonly ServerEvent[]): void {
    if (events.length === 0) return;
    for (const event of events) this.#state = after(this.#state, event);
    for (const listener of this.#listeners) listener(this.#state, events);
  }

  /**
   * Called after each batch of events, and without events after a new snapshot. Returns a function that unsubscribes.
   */
  onChange(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
