/** The messages on a client's screen, which only events add and change. */
import type { Heard } from "../../../test/index.ts";

export interface ReadMessage {
  channel: number | undefined;
  topic: string;
  content: string;
  isRead: boolean;
  isStarred: boolean;
}

interface EventMessage {
  id: number;
  type: string;
  stream_id?: number | undefined;
  subject: string;
  content: string;
}

export const readMessageFrom = (message: EventMessage, flags: readonly string[]): ReadMessage => ({
  channel: message.type === "stream" ? message.stream_id : undefined,
  topic: message.type === "stream" ? message.subject : "",
  content: message.content,
  isRead: flags.includes("read"),
  isStarred: flags.includes("starred"),
});

export class ModelReader {
  readonly messages = new Map<number, ReadMessage>();
  readonly #subscribed = new Set<number>();

  constructor(subscribed: Iterable<number>) {
    this.#subscribed = new Set(subscribed);
  }

  apply(event: Heard): void {
    switch (event.type) {
      case "message": {
        const message = event.message as EventMessage;
        this.messages.set(message.id, readMessageFrom(message, event.flags as string[]));
        return;
      }
      case "update_message":
        this.#updates(event as unknown as UpdateMessageEvent);
        return;
      case "delete_message":
        for (const id of event.message_ids as number[]) this.messages.delete(id);
        return;
      case "update_message_flags":
        this.#flags(event as unknown as Flagged);
        return;
      case "subscription":
        this.#subscribes(event);
    }
  }

  #updates({ message_id, message_ids, new_stream_id, subject, rendered_content, flags }: UpdateMessageEvent): void {
    for (const id of message_ids) {
      const message = this.messages.get(id);
      if (!message) continue;
      if (new_stream_id !== undefined) message.channel = new_stream_id;
      if (subject !== undefined) message.topic = subject;
      if (id === message_id) {
        if (rendered_content !== undefined) message.content = rendered_content;
        message.isRead = flags.includes("read");
        message.isStarred = flags.includes("starred");
      }
    }
    this.#forgetOutside();
  }

  #flags({ op, flag, messages, all }: Flagged): void {
    const ids = all ? this.messages.keys() : messages;
    for (const id of ids) {
      const message = this.messages.get(id);
      if (!message) continue;
      if (flag === "read") message.isRead = op === "add";
      if (flag === "starred") message.isStarred = op === "add";
    }
  }

  #subscribes(event: Heard): void {
    if (event.op !== "add" && event.op !== "remove") return;
    for (const { stream_id } of event.subscriptions as { stream_id: number }[])
      event.op === "add" ? this.#subscribed.add(stream_id) : this.#subscribed.delete(stream_id);
    this.#forgetOutside();
  }

  /** Unsubscribed channels send no events, so messages in them would become outdated. */
  #forgetOutside(): void {
    for (const [id, { channel }] of this.messages)
      if (channel !== undefined && !this.#subscribed.has(channel)) this.messages.delete(id);
  }
}

interface UpdateMessageEvent {
  message_id: number;
  message_ids: number[];
  new_stream_id?: number;
  subject?: string;
  rendered_content?: string;
  flags: string[];
}

interface Flagged {
  op: "add" | "remove";
  flag: string;
  messages: number[];
  all: boolean;
}
