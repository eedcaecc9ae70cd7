/**
 * A walk through the contract. After each operation everybody who listens is asked what they heard: it must be what the
 * table says that the operation causes, at those for whom it is meant and at nobody else's; and what their client then
 * shows must equal a fresh snapshot.
 */

import { isDeepStrictEqual } from "node:util";
import type { State } from "@parley/client";
import {
  type ArgumentsOf,
  type AuditAction,
  type Operation,
  operations,
  type Shape,
  type ShapeOf,
} from "../../src/contract.ts";
import type { Capability } from "../../src/kernel/api/client-profile.ts";
import { eventKey } from "../../src/kernel/api/event.ts";
import type { HeardEvent } from "../heard.ts";
import type { Organization } from "../index.ts";
import { until } from "../listener.ts";
import type { Person } from "../person.ts";
import { type AudienceName, type AudienceScene, audiences } from "./audiences.ts";
import { byChange, differences, EFFECTS, type HeardChanges, PASSING } from "./capabilities.ts";
import { CAUSES } from "./causes.ts";
import type { FreshState, Lack, Watcher } from "./watcher.ts";

const idOf = new Map(Object.entries(operations).map(([id, operation]) => [operation, id]));

/** So often a fresh state is what a registration answers: that takes several times as long as to read it. */
const STEPS_BETWEEN_ANSWERS = 8;

/** Who heard an event in one operation; several may have heard it in their own form. */
interface Occurrence {
  readonly event: HeardEvent;
  readonly hearers: Set<Watcher>;
}

export class Walk {
  readonly acme: Organization;
  readonly watchers: readonly Watcher[];
  /** What was not as it should be, each with the operation in which it showed. */
  readonly problems: string[] = [];
  /** The operations and other causes that were tried, each with the events that came of it. */
  readonly causes = new Map<string, Set<string>>();
  /** The operations and other causes, each with the actions that it left in the audit log. */
  readonly audited = new Map<string, Set<AuditAction>>();
  /** The events that were heard, by type and op. */
  readonly occurred = new Set<string>();
  /** The capabilities without which something else was heard. */
  readonly effects = new Set<Capability>();
  readonly #messages: AudienceScene["messages"] = new Map();
  #steps = 0;
  #lastEntry = 0;

  constructor(acme: Organization, watchers: readonly Watcher[]) {
    this.acme = acme;
    this.watchers = watchers;
  }

  /** What somebody's client shows now. */
  stateOf(person: Person): State {
    const watcher = this.watchers.find(({ id }) => id === person.id);
    if (!watcher) throw new Error(`${person.name} does not listen.`);
    return watcher.after;
  }

  /** Somebody calls an operation. */
  async does<P extends Shape, R extends Shape>(
    person: Person,
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
    files?: Record<string, File>,
  ): Promise<ShapeOf<R>> {
    const cause = idOf.get(operation as unknown as Operation) as string;
    return this.happens(cause, person, () => person.connection.call(operation, args, files ?? {}), args);
  }

  /** Something is done that the table knows by this name. */
  async happens<T>(cause: string, actor: Person, something: () => Promise<T>, args: unknown = {}): Promise<T> {
    this.tries(cause);
    const title = `${++this.#steps}. ${actor.name}: ${cause} ${JSON.stringify(args).slice(0, 200)}`;
    const answer = await something().catch((error: Error) => {
      throw new Error(`${title}: ${error.message}`, { cause: error });
    });
    const { app } = this.acme.server;
    await app.notifier.settled();
    await app.jobs.settled();
    // What is not stored waits behind what is just being read.
    await app.hub.settled();
    await this.readAudit(cause);
    await this.#look(cause, actor, title);
    return answer;
  }

  /** Notes what has come into the audit log since the last look. */
  async readAudit(cause: string): Promise<void> {
    const entries = await this.acme.server.app.database.reader
      .selectFrom("audit_log")
      .select(["id", "action"])
      .where("realm_id", "=", this.acme.realm.id)
      .where("id", ">", this.#lastEntry)
      .orderBy("id")
      .execute();
    this.#lastEntry = entries.at(-1)?.id ?? this.#lastEntry;
    const actions = this.audited.get(cause) ?? new Set();
    for (const { action } of entries) actions.add(action);
    this.audited.set(cause, actions);
  }

  /** Notes that this is tried; answers with what has come of it so far. */
  tries(cause: string): Set<string> {
    const caused = this.causes.get(cause) ?? new Set();
    this.causes.set(cause, caused);
    return caused;
  }

  /** What comes to held polls while something happens after which there are no queues any more. */
  async lastWords(cause: string, something: () => Promise<unknown>): Promise<HeardEvent[][]> {
    const caused = this.tries(cause);
    const polls = this.watchers.map((watcher) => watcher.waits());
    await until(() => this.acme.server.app.queues.waiting === polls.length);
    await something();
    const heard = await Promise.all(polls);
    for (const event of heard.flat()) {
      this.#note(event);
      caused.add(eventKey(event.type, event.op));
    }
    return heard;
  }

  /** Holds what every lesser client heard against what one hears that knows all capabilities. */
  async compareClients(): Promise<void> {
    for (const { outOfDate } of await this.#catchUp("as answered"))
      if (outOfDate) this.problems.push(`At the end\n${outOfDate}`);
    for (const watcher of this.watchers) {
      const whole = byChange(watcher.heard);
      const lesser = new Map([...(await watcher.heardWithout())].map(([lack, heard]) => [lack, byChange(heard)]));
      for (const [lack, heard] of lesser) {
        if (lack === "everything") continue;
        for (const { instead, of } of differences(heard, whole)) {
          for (const { type, op } of instead) this.occurred.add(eventKey(type as string, op));
          if (EFFECTS[lack](instead, of)) this.effects.add(lack);
          else this.problems.push(`without ${lack} ${watcher.name} hears\n${told(instead)}\ninstead of\n${told(of)}`);
        }
      }
      this.#compareLeast(watcher, whole, lesser);
    }
  }

  /** Who lacks everything hears of each change what those hear who lack what it depends on. */
  #compareLeast({ name }: Watcher, whole: HeardChanges, lesser: ReadonlyMap<Lack, HeardChanges>): void {
    const least = lesser.get("everything") as HeardChanges;
    for (const { instead, of, change } of differences(least, whole)) {
      const others = [...lesser].filter(([lack]) => lack !== "everything").map(([, heard]) => heard.get(change) ?? []);
      const differing = others.filter((heard) => !isDeepStrictEqual(heard, of));
      if (differing.length > 1 || differing.some((heard) => isDeepStrictEqual(heard, instead))) continue;
      this.problems.push(`without anything ${name} hears\n${told(instead)}\ninstead of\n${told(of)}`);
    }
  }

  async #look(cause: string, actor: Person, title: string): Promise<void> {
    const scene: AudienceScene = { actor, messages: this.#messages };
    const occurrences = new Map<string, Occurrence[]>();
    const told = await this.#catchUp(this.#freshState());
    for (const { watcher, heard, outOfDate } of told) {
      if (outOfDate) this.problems.push(`${title}\n${outOfDate}`);
      for (const event of heard) {
        this.#note(event);
        const subject = subjectOf(event);
        const same = occurrences.get(subject) ?? [];
        const text = JSON.stringify({ ...event, id: 0 });
        const known = same.find((each) => JSON.stringify({ ...each.event, id: 0 }) === text);
        if (known?.hearers.has(watcher)) this.problems.push(`${title}\n${watcher.name} hears twice: ${text}`);
        if (known) known.hearers.add(watcher);
        else occurrences.set(subject, [...same, { event, hearers: new Set([watcher]) }]);
      }
    }
    for (const same of occurrences.values()) this.#judge(same, cause, scene, title);
    if (told.some(({ heard }) => heard.some(({ type }) => PASSING.has(type))))
      await Promise.all(this.watchers.map((watcher) => watcher.hearsWithout()));
  }

  /**
   * Everybody's state is held against a fresh one after each step, or two events that cancel each other out would be missed.
   * On PostgreSQL the same code makes it, in several times as long.
   */
  #freshState(): FreshState {
    if (this.#steps % STEPS_BETWEEN_ANSWERS === 0) return "as answered";
    return this.acme.server.engine === "sqlite" ? "as read" : "not compared";
  }

  #catchUp(fresh: FreshState) {
    return Promise.all(this.watchers.map(async (watcher) => ({ watcher, ...(await watcher.catchesUp(fresh)) })));
  }

  #note(event: HeardEvent): void {
    this.occurred.add(eventKey(event.type, event.op));
    if (event.type === "update_message" && event.new_stream_id !== undefined)
      for (const id of event.message_ids as number[])
        this.#messages.set(id, { stream_id: event.new_stream_id as number });
    if (event.type !== "message") return;
    const { id, stream_id, display_recipient } = event.message as {
      id: number;
      stream_id?: number;
      display_recipient: { id: number }[];
    };
    const place = stream_id === undefined ? { people: display_recipient.map((each) => each.id) } : { stream_id };
    this.#messages.set(id, place);
  }

  /** All forms in which one thing was told. */
  #judge(same: readonly Occurrence[], cause: string, scene: AudienceScene, title: string): void {
    const [{ event }] = same as [Occurrence];
    const key = eventKey(event.type, event.op);
    this.tries(cause).add(key);
    const audience = CAUSES[cause]?.[key] as AudienceName | undefined;
    const hearers = new Set(same.flatMap((each) => [...each.hearers]));
    if (!audience) {
      const who = [...hearers].map(({ name }) => name).join(", ");
      this.problems.push(`${title}\nis not known to cause ${key}, heard by ${who}: ${JSON.stringify(event)}`);
      return;
    }
    for (const watcher of this.watchers) {
      const isMeant = same.some((each) => audiences[audience](watcher, each.event, scene));
      const own = same.find((each) => each.hearers.has(watcher));
      if (own && !audiences[audience](watcher, own.event, scene))
        this.problems.push(`${title}\n${watcher.name} hears ${JSON.stringify(own.event)}, which is for ${audience}`);
      if (!own && isMeant)
        this.problems.push(
          `${title}\n${watcher.name} does not hear ${JSON.stringify(event)}, which is for ${audience}`,
        );
    }
  }
}

const told = (events: readonly object[]) => JSON.stringify(events);

/** What an event is about: those for whom it is meant hear something about it, if not in the same form. */
function subjectOf(event: HeardEvent): string {
  const { id: _, type, op, ...rest } = event;
  const about = Object.entries(rest).flatMap(([name, value]): unknown[] => {
    switch (name) {
      case "message":
        return [(value as { id: number }).id];
      case "person":
      case "bot":
        return [(value as { user_id: number }).user_id, Object.keys(value as object).sort()];
      case "data":
        return [Object.keys(value as object).sort()];
      // Where messages came from is told to each reader as far as they know it.
      case "stream_id":
        return type === "update_message" ? [] : [value];
      case "message_id":
      case "user_id":
      case "property":
      case "group_id":
        return [value];
      default:
        return [];
    }
  });
  return JSON.stringify([type, op, ...about]);
}
