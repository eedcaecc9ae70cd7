/**
 * Everybody in every kind of channel at every time, for the test of who may see what. What must come out is said by
 * `mayRead`, from the reference and not from the product's own rules.
 */
import { CAPABILITIES } from "@parley/client";
import { type ChannelKind, type Listener, listen, type Organization, type Person } from "../../test/index.ts";
import { subscribe } from "../channels/contract.ts";
import { unsubscribe } from "../channels/subscribe/contract.ts";
import { Role } from "../kernel/access/roles.ts";
import { picture, uploads } from "./uploads/testing.ts";

export const PHASES = ["before", "during", "away", "after"] as const;
export type Phase = (typeof PHASES)[number];

/** In channels that are archived later nothing is sent at other times: it would only be more of the same. */
const ARCHIVED_PHASES: readonly Phase[] = ["before", "during"];

/** In which of the times somebody is subscribed. */
const STANDINGS: Record<string, readonly Phase[]> = {
  never: [],
  now: ["during", "away", "after"],
  former: ["during"],
  returned: ["during", "after"],
};

type Privacy = "public" | "web-public" | "private, shared history" | "private, protected history";
const KINDS: Record<Privacy, ChannelKind> = {
  public: {},
  "web-public": { is_web_public: true },
  "private, shared history": { invite_only: true, history_public_to_subscribers: true },
  "private, protected history": { invite_only: true, history_public_to_subscribers: false },
};

export interface TestChannel {
  readonly name: string;
  readonly id: number;
  readonly privacy: Privacy;
  readonly isArchived: boolean;
}

export interface TestReader {
  readonly name: string;
  /** Undefined: without credentials. */
  readonly person: Person | undefined;
  readonly isGuest: boolean;
  readonly subscribed: readonly Phase[];
  readonly isSubscribed: boolean;
  /** Whether the channels' can_add_subscribers_group has them. */
  readonly isAdmitted: boolean;
}

export interface AccessMessage {
  readonly id: number;
  readonly place: TestChannel;
  readonly phase: Phase;
  readonly topic: string;
  readonly file: string;
  readonly image: string;
  /** A second message at the same time, which is deleted. */
  readonly doomed: number;
}

/** The rule. An administrator has no right of their own, and neither has a bot by its owner. */
export function mayRead(reader: TestReader, { place, phase }: Pick<AccessMessage, "place" | "phase">): boolean {
  if (reader.person === undefined) return place.privacy === "web-public" && !place.isArchived;
  if (place.privacy === "web-public") return true;
  if (!reader.isSubscribed)
    return (
      !reader.isGuest &&
      (place.privacy === "public" || (place.privacy === "private, shared history" && reader.isAdmitted))
    );
  return place.privacy !== "private, protected history" || reader.subscribed.includes(phase);
}

/** By what needs an account: nearly everything but reading a channel. */
export const mayUse = (reader: TestReader, message: AccessMessage) =>
  reader.person !== undefined && mayRead(reader, message);

export const isOpen = ({ place }: AccessMessage) => !place.privacy.startsWith("private");

/** One's own history: what came while one was subscribed, as long as it may be read. */
export const isReceived = (reader: TestReader, message: AccessMessage) =>
  mayRead(reader, message) && reader.subscribed.includes(message.phase);

export interface AccessWorld {
  readonly acme: Organization;
  readonly sam: Person;
  readonly readers: readonly TestReader[];
  readonly places: readonly TestChannel[];
  readonly sent: readonly AccessMessage[];
  readonly queues: ReadonlyMap<TestReader, readonly Listener[]>;
}

const CAPABLE = { client_capabilities: CAPABILITIES, apply_markdown: true };

async function makeReaders(acme: Organization): Promise<TestReader[]> {
  const readers: TestReader[] = [];
  const add = (
    name: string,
    person: Person | undefined,
    isGuest: boolean,
    subscribed: readonly Phase[],
    isAdmitted = false,
  ) =>
    readers.push({
      name,
      person,
      isGuest,
      subscribed,
      isSubscribed: subscribed.includes("after"),
      isAdmitted,
    });
  for (const [standing, phases] of Object.entries(STANDINGS))
    for (const role of ["owner", "administrator", "moderator", "member", "guest"] as const) {
      const name = `${role} ${standing}`;
      const person = await acme.person(name, Role[role]);
      add(name, person, role === "guest", phases);
      if (role === "member" && (standing === "now" || standing === "never"))
        add(`bot of ${name}`, await acme.bot(`bot ${standing}`, person), false, []);
      if (role === "member" && standing === "never")
        add("subscribed bot of an outsider", await acme.bot("bot inside", person), false, STANDINGS.now ?? []);
    }
  add("admitted member", await acme.member("admitted member"), false, [], true);
  add("admitted guest", await acme.guest("admitted guest"), true, [], true);
  add("nobody", undefined, true, []);
  return readers;
}

export async function makeWorld(acme: Organization): Promise<AccessWorld> {
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  const sam = await acme.person("Sam", Role.owner);
  const mods = await acme.channel("mods", [sam], { invite_only: true });
  await acme.owner.asks("PATCH", "/realm", { moderation_request_channel_id: String(mods) });
  const readers = await makeReaders(acme);
  const admitted = readers.filter((reader) => reader.isAdmitted).map((reader) => reader.person?.id as number);
  const places: TestChannel[] = [];
  for (const [privacy, kind] of Object.entries(KINDS) as [Privacy, ChannelKind][])
    for (const isArchived of [false, true]) {
      const name = `${privacy.replaceAll(/\W+/g, "-")}${isArchived ? "-archived" : ""}`;
      const group = { direct_members: admitted, direct_subgroups: [] };
      await acme.owner.call(subscribe, {
        subscriptions: [{ name }],
        principals: [sam.id],
        send_new_subscription_messages: false,
        can_add_subscribers_group: group,
        ...kind,
      } as never);
      const { stream_id: id } = (await sam.asks("GET", "/get_stream_id", { stream: name })) as never;
      places.push({ name, id, privacy, isArchived });
    }
  const queues = new Map<TestReader, Listener[]>();
  for (const reader of readers) {
    const { person } = reader;
    if (!person) continue;
    const own = [await listen(person, CAPABLE)];
    if (!reader.isGuest) own.push(await listen(person, { ...CAPABLE, all_public_streams: true }));
    queues.set(reader, own);
  }

  const sent: AccessMessage[] = [];
  for (const phase of PHASES) {
    await arrange(sam, readers, places, phase);
    for (const place of places) {
      if (place.isArchived && !ARCHIVED_PHASES.includes(phase)) continue;
      const [file, image] = [await uploads(sam), await uploads(sam, await picture(8, 8))];
      const topic = `${phase} ${place.name}`;
      const id = await sam.sends(
        `#${place.name} > ${topic}`,
        `lantern [a](/user_uploads/${file}) [b](/user_uploads/${image})`,
      );
      const doomed = await sam.sends(`#${place.name} > ${topic}`, "lantern that goes out");
      sent.push({ id, place, phase, topic, file, image, doomed });
    }
  }
  await acme.server.app.jobs.settled();
  return { acme, sam, readers, places, sent, queues };
}

/** Subscribes and unsubscribes everybody as they are to be in this phase. */
async function arrange(
  sam: Person,
  readers: readonly TestReader[],
  places: readonly TestChannel[],
  phase: Phase,
): Promise<void> {
  const previous = PHASES[PHASES.indexOf(phase) - 1];
  const was = ({ subscribed }: TestReader) => previous !== undefined && subscribed.includes(previous);
  const is = ({ subscribed }: TestReader) => subscribed.includes(phase);
  const ids = (some: readonly TestReader[]) => some.map((reader) => reader.person?.id as number);
  const joining = ids(readers.filter((reader) => is(reader) && !was(reader)));
  const leaving = ids(readers.filter((reader) => was(reader) && !is(reader)));
  const names = places.map((place) => place.name);
  if (joining.length > 0)
    await sam.call(subscribe, {
      subscriptions: names.map((name) => ({ name })),
      principals: joining,
      send_new_subscription_messages: false,
    });
  if (leaving.length > 0) await sam.call(unsubscribe, { subscriptions: names, principals: leaving });
}
