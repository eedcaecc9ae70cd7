/**
 * What people have received who were away for long. Zulip does not store it before they return, but says in its log when they
 * were subscribed.
 */
import { type Fields, numberOrNothing } from "../json.ts";
import { idIn } from "./archive.ts";

const SUBSCRIBED = new Set([301, 302]);
const UNSUBSCRIBED = 303;

interface LoggedPeriod {
  readonly after: number;
  upto: number;
}

export class IdleReceivers {
  /** By channel and person. */
  readonly #periods = new Map<string, Map<string, LoggedPeriod[]>>();

  constructor(users: readonly Fields[], log: readonly Fields[]) {
    const idle = new Set(users.filter(({ long_term_idle }) => long_term_idle === true).map(({ id }) => idIn(id)));
    const events = log.filter(({ modified_user }) => idle.has(idIn(modified_user)));
    const order = ({ event_last_message_id }: Fields) => numberOrNothing(event_last_message_id) ?? 0;
    for (const event of events.toSorted((a, b) => order(a) - order(b) || Number(a.id) - Number(b.id)))
      this.#note(event, order(event));
  }

  #note({ event_type, modified_stream, modified_user }: Fields, at: number): void {
    const type = numberOrNothing(event_type) ?? 0;
    const people = this.#periods.get(idIn(modified_stream)) ?? new Map<string, LoggedPeriod[]>();
    this.#periods.set(idIn(modified_stream), people);
    const periods = people.get(idIn(modified_user)) ?? [];
    people.set(idIn(modified_user), periods);
    const last = periods.at(-1);
    const isOpen = last?.upto === Number.POSITIVE_INFINITY;
    if (SUBSCRIBED.has(type) && !isOpen) periods.push({ after: at, upto: Number.POSITIVE_INFINITY });
    if (type === UNSUBSCRIBED && last && isOpen) last.upto = at;
  }

  of(channel: string, message: number): string[] {
    return [...(this.#periods.get(channel) ?? [])].flatMap(([person, periods]) =>
      periods.some(({ after, upto }) => message > after && message <= upto) ? [person] : [],
    );
  }
}
