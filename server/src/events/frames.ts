/** From a log entry to the text that clients receive: shaped once per kind of client, shared by all of them. */
import type { ClientProfile } from "../api/client-profile.ts";
import { type EventBody, type EventDeclaration, eventKey, type PersonalPart } from "../api/event.ts";
import type { Shape } from "../api/fields.ts";
import { idAt, type LogEntry } from "./log.ts";

/** One event as one queue hears it. */
export interface Frame {
  readonly id: number;
  readonly text: string;
}

export type AnyEventDeclaration = EventDeclaration<Shape, never>;

export class EventCatalogue {
  readonly #declarations = new Map<string, AnyEventDeclaration>();
  /** Under test every event that goes out is held against its declaration. */
  readonly #check: boolean;

  constructor(declarations: readonly AnyEventDeclaration[], { check = false } = {}) {
    this.#check = check;
    for (const declaration of declarations) {
      const key = eventKey(declaration.type, declaration.op);
      if (this.#declarations.has(key)) throw new Error(`Event ${key} is declared twice.`);
      this.#declarations.set(key, declaration);
    }
  }

  find(type: string, body: EventBody): AnyEventDeclaration {
    const declaration = this.#declarations.get(eventKey(type, body.op)) ?? this.#declarations.get(type);
    if (!declaration) throw new Error(`No event of type ${eventKey(type, body.op)} is declared.`);
    return declaration;
  }

  /** Throws when what clients will hear is not what was declared. */
  verify(declaration: AnyEventDeclaration, heard: EventBody): void {
    if (!this.#check) return;
    const result = declaration.schema.schema.safeParse(heard);
    if (result.success) return;
    const [issue] = result.error.issues;
    throw new Error(`Event ${declaration.type} is not as declared: ${issue?.message} at ${issue?.path.join(".")}`);
  }

  get types(): ReadonlySet<string> {
    return new Set([...this.#declarations.values()].map((declaration) => declaration.type));
  }
}

/** An entry on its way to the queues; keeps what was shaped and serialized so that it is done once. */
export class Announcement {
  readonly entry: LogEntry;
  readonly declaration: AnyEventDeclaration;
  readonly #catalogue: EventCatalogue;
  readonly #shaped = new Map<ClientProfile, readonly EventBody[]>();
  readonly #shared = new Map<ClientProfile, readonly Frame[]>();
  /** Counted so that the bench can show how often an event was shaped. */
  static shapings = 0;

  constructor(catalogue: EventCatalogue, entry: LogEntry) {
    this.entry = entry;
    this.#catalogue = catalogue;
    this.declaration = catalogue.find(entry.type, entry.body);
  }

  framesFor(listener: Listener): readonly Frame[] {
    const { entry } = this;
    const own = entry.personal?.[listener.userId];
    const ownOfQueue = entry.personal?.[`queue:${listener.queueId}`];
    const { hooks } = this.declaration;
    const narrowed = listener.narrow.length > 0 && hooks.admits !== undefined;
    if (!own && !ownOfQueue && !narrowed) return this.#sharedFrames(listener.profile);

    const admits = hooks.admits as ((heard: EventBody, narrow: Listener["narrow"]) => boolean) | undefined;
    const frames: Frame[] = [];
    for (const [index, shaped] of this.#shape(listener.profile).entries()) {
      const heard = { ...this.#personalize(shaped, own), ...ownOfQueue };
      if (narrowed && !admits?.(heard, listener.narrow)) continue;
      frames.push(this.#frame(heard, index));
    }
    return frames;
  }

  #sharedFrames(profile: ClientProfile): readonly Frame[] {
    let frames = this.#shared.get(profile);
    if (!frames) {
      frames = this.#shape(profile).map((shaped, index) => this.#frame(this.#personalize(shaped, undefined), index));
      this.#shared.set(profile, frames);
    }
    return frames;
  }

  #shape(profile: ClientProfile): readonly EventBody[] {
    let shaped = this.#shaped.get(profile);
    if (!shaped) {
      Announcement.shapings++;
      const { shape } = this.declaration.hooks as { shape?(body: EventBody, client: ClientProfile): EventBody[] };
      shaped = shape ? shape(this.entry.body, profile) : [this.entry.body];
      this.#shaped.set(profile, shaped);
    }
    return shaped;
  }

  #personalize(shaped: EventBody, own: PersonalPart | undefined): EventBody {
    const { personalize } = this.declaration.hooks;
    return personalize ? personalize(shaped, own) : { ...shaped, ...own };
  }

  #frame(heard: EventBody, index: number): Frame {
    this.#catalogue.verify(this.declaration, heard);
    const id = idAt(this.entry.position) + index;
    return { id, text: JSON.stringify({ type: this.entry.type, ...heard, id }) };
  }
}

export interface Listener {
  readonly userId: number;
  readonly queueId: string;
  readonly profile: ClientProfile;
  readonly narrow: readonly (readonly [string, string])[];
}
