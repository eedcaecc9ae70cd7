/**
 * Converts log entries to the text that clients receive: shaped once per client profile, shared by all clients with it.
 */
import type { ClientProfile } from "../api/client-profile.ts";
import {
  type AnyEvent,
  type EventBody,
  type EventHooks,
  eventKey,
  type Hearing,
  type PersonalPart,
} from "../api/event.ts";
import { EVENTS_PER_ENTRY, idAt, type LogEntry } from "./log.ts";

/** One event as one queue receives it. */
export interface Frame {
  readonly id: number;
  readonly text: string;
}

export const RECEIVES: Hearing = { isReceiver: true };
export const LISTENS: Hearing = { isReceiver: false };

/** Inserts the id into an event's text. */
export const withId = (text: string, id: number): string => `${text.slice(0, -1)},"id":${id}}`;

const asItIs = (text: string) => text;

export class EventCatalogue {
  /** Counters of this process: an event is shaped once per client profile, and delivered to each queue. */
  readonly tally = { shaped: 0, delivered: 0 };
  readonly #declarations = new Map<string, AnyEvent>();
  /** Under test, every event is checked against its declaration. */
  readonly #check: boolean;
  /** Decrypts sealed data. */
  readonly open: (sealed: string) => string;

  constructor(declarations: readonly AnyEvent[], { check = false, open = asItIs } = {}) {
    this.#check = check;
    this.open = open;
    for (const declaration of declarations) {
      const key = eventKey(declaration.type, declaration.op);
      if (this.#declarations.has(key)) throw new Error(`Event ${key} is declared twice.`);
      this.#declarations.set(key, declaration);
    }
  }

  find(type: string, body: EventBody): AnyEvent {
    const declaration = this.#declarations.get(eventKey(type, body.op)) ?? this.#declarations.get(type);
    if (!declaration) throw new Error(`No event of type ${eventKey(type, body.op)} is declared.`);
    return declaration;
  }

  /** Throws if the event does not match its declaration. */
  verify(declaration: AnyEvent, heard: EventBody): void {
    if (!this.#check) return;
    const result = declaration.schema.schema().safeParse(heard);
    if (result.success) return;
    const [issue] = result.error.issues;
    throw new Error(`Event ${declaration.type} is not as declared: ${issue?.message} at ${issue?.path.join(".")}`);
  }
}

/** An entry being delivered; caches its shaped and serialized forms. */
export class Announcement {
  readonly entry: LogEntry;
  readonly declaration: AnyEvent;
  readonly #catalogue: EventCatalogue;
  readonly #shaped = new Map<ClientProfile, readonly EventBody[]>();
  readonly #shared = new Map<ClientProfile, readonly string[]>();
  readonly #overheard = new Map<ClientProfile, readonly string[]>();
  readonly #framed = new WeakMap<readonly string[], readonly Frame[]>();

  constructor(catalogue: EventCatalogue, entry: LogEntry) {
    this.entry = entry;
    this.#catalogue = catalogue;
    this.declaration = catalogue.find(entry.type, entry.body);
  }

  /** A queue's events for a stored entry. */
  framesFor(listener: QueueListener, hearing: Hearing = RECEIVES): readonly Frame[] {
    const texts = this.textsFor(listener, hearing);
    let frames = this.#framed.get(texts);
    if (!frames) {
      if (texts.length > EVENTS_PER_ENTRY) throw new Error(`One ${this.entry.type} entry produces too many events.`);
      const first = idAt(this.entry.position) - texts.length + 1;
      frames = texts.map((text, index) => ({ id: first + index, text: withId(text, first + index) }));
      this.#framed.set(texts, frames);
    }
    return frames;
  }

  /** The texts without ids. */
  textsFor(listener: QueueListener, hearing: Hearing = RECEIVES): readonly string[] {
    const { entry } = this;
    const own = entry.personal?.[listener.userId];
    const ownOfQueue = entry.personal?.[`queue:${listener.queueId}`];
    const { hooks } = this.declaration;
    const narrowed = listener.narrow.length > 0 && hooks.admits !== undefined;
    if (!own && !ownOfQueue && !narrowed) return this.#sharedTexts(listener.profile, hearing);

    const admits = hooks.admits as ((heard: EventBody, narrow: QueueListener["narrow"]) => boolean) | undefined;
    const texts: string[] = [];
    for (const shaped of this.#shape(listener.profile)) {
      const heard = { ...this.#personalize(shaped, own, hearing), ...ownOfQueue };
      if (!narrowed || admits?.(heard, listener.narrow)) texts.push(this.#text(heard));
    }
    return texts;
  }

  #sharedTexts(profile: ClientProfile, hearing: Hearing): readonly string[] {
    const shared = hearing.isReceiver ? this.#shared : this.#overheard;
    let texts = shared.get(profile);
    if (!texts) {
      texts = this.#shape(profile).map((shaped) => this.#text(this.#personalize(shaped, undefined, hearing)));
      shared.set(profile, texts);
    }
    return texts;
  }

  #shape(profile: ClientProfile): readonly EventBody[] {
    let shaped = this.#shaped.get(profile);
    if (!shaped) {
      const { shape, reveal } = this.declaration.hooks as EventHooks<EventBody>;
      const body = reveal ? reveal(this.entry.body, this.#catalogue.open) : this.entry.body;
      shaped = shape ? shape(body, profile) : [body];
      this.#catalogue.tally.shaped++;
      this.#shaped.set(profile, shaped);
    }
    return shaped;
  }

  #personalize(shaped: EventBody, own: PersonalPart | undefined, hearing: Hearing): EventBody {
    const { personalize } = this.declaration.hooks;
    return personalize ? personalize(shaped, own, hearing) : { ...shaped, ...own };
  }

  #text(heard: EventBody): string {
    this.#catalogue.verify(this.declaration, heard);
    return JSON.stringify({ type: this.entry.type, ...heard });
  }
}

export interface QueueListener {
  readonly userId: number;
  readonly queueId: string;
  readonly profile: ClientProfile;
  readonly narrow: readonly (readonly [string, string])[];
}
