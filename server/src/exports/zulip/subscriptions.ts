/** Who was subscribed to what, and when, from Zulip's tables and its log. */
import type { TableRow } from "../../kernel/db/rows.ts";
import { isWithin } from "../../messages/periods.ts";
import { RecipientType, SubscriptionEvent, type ZulipRow } from "./format.ts";
import type { Periods } from "./read-messages.ts";

interface LoggedSpan {
  readonly from: number;
  to: number | null;
}

const keyOf = (user: unknown, channel: unknown): string => `${user} ${channel}`;

export class LoggedPeriods implements Periods {
  readonly #spans = new Map<string, LoggedSpan[]>();
  readonly #subscribed = new Set<string>();

  constructor(
    log: readonly ZulipRow[],
    subscriptions: readonly ZulipRow[],
    recipients: ReadonlyMap<number, { readonly type: number; readonly target: number }>,
  ) {
    for (const { recipient, user_profile, active } of subscriptions) {
      const { type, target } = recipients.get(recipient as number) ?? {};
      if (type === RecipientType.channel && active === true) this.#subscribed.add(keyOf(user_profile, target));
    }
    for (const entry of log.toSorted((a, b) => Number(a.id) - Number(b.id))) this.#note(entry);
  }

  #note({ event_type, modified_user, modified_stream, event_last_message_id }: ZulipRow): void {
    const key = keyOf(modified_user, modified_stream);
    const at = Number(event_last_message_id ?? 0);
    const spans = this.#spans.get(key) ?? [];
    const last = spans.at(-1);
    const isOpen = last?.to === null;
    if (event_type === SubscriptionEvent.deactivated && last && isOpen) last.to = at;
    const isBegin = event_type === SubscriptionEvent.created || event_type === SubscriptionEvent.activated;
    if (isBegin && !isOpen) this.#spans.set(key, [...spans, { from: at + 1, to: null }]);
  }

  contains(user: number, channel: number, message: number): boolean {
    const spans = this.#spans.get(keyOf(user, channel)) ?? [];
    return isWithin(spans, message);
  }

  isUnbroken(user: number, channel: number): boolean {
    const spans = this.#spans.get(keyOf(user, channel)) ?? [];
    return spans.length === 1 && spans[0]?.to === null;
  }

  isSubscribed(user: number, channel: number): boolean {
    return this.#subscribed.has(keyOf(user, channel));
  }

  *rows(): Generator<TableRow> {
    for (const [key, spans] of this.#spans) {
      const [user_id, channel_id] = key.split(" ").map(Number);
      for (const { from, to } of spans) yield { user_id, channel_id, from_message_id: from, to_message_id: to };
    }
  }
}
