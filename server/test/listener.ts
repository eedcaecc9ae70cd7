/** An event queue that is polled by hand, for tests of the queues themselves. */
import { type ArgumentsOf, registration } from "../src/contract.ts";
import type { Heard, HeardEvent } from "./heard.ts";
import type { Person } from "./person.ts";

type RegisterArguments = ArgumentsOf<typeof registration.register.params>;
type Poll = ArgumentsOf<typeof registration.getEvents.params>;

export class Listener {
  readonly person: Person;
  readonly queue_id: string;
  /** The event id that the next poll acknowledges. */
  last_event_id: number;

  constructor(person: Person, queue_id: string, last_event_id: number) {
    this.person = person;
    this.queue_id = queue_id;
    this.last_event_id = last_event_id;
  }

  /** The response of one poll; does not acknowledge anything. */
  async polls(poll: Poll = {}): Promise<HeardEvent[]> {
    const { queue_id, last_event_id } = this;
    const { events } = await this.person.call(registration.getEvents, { queue_id, last_event_id, ...poll });
    return events;
  }

  /** The events available now; the next poll acknowledges them. */
  async hears(poll: Poll = { dont_block: true }): Promise<Heard[]> {
    const events = await this.polls(poll);
    this.last_event_id = events.at(-1)?.id ?? this.last_event_id;
    return events.map(({ id: _, ...heard }) => heard as Heard);
  }

  /** The contents of all received messages, until there are no more. */
  async reads(): Promise<string[]> {
    const contents: string[] = [];
    for (let heard = await this.hears(); heard.length > 0; heard = await this.hears())
      contents.push(
        ...heard
          .filter((event) => event.type === "message")
          .map((event) => (event.message as { content: string }).content),
      );
    return contents;
  }

  /** This queue, polled on another connection. */
  by(person: Person): Listener {
    return new Listener(person, this.queue_id, this.last_event_id);
  }
}

/** Registers a queue, by default without a snapshot. */
export async function listen(person: Person, options: RegisterArguments = {}): Promise<Listener> {
  const answer = await person.call(registration.register, { fetch_event_types: [], ...options });
  return new Listener(person, answer.queue_id as string, answer.last_event_id as number);
}

/** How long a busy machine may take for background work. */
const LONGEST_WAIT_MS = 60_000;

/** Waits for background work, such as a notification from another node. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not happen: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
