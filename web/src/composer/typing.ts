/** Sends typing notifications, no more often than the server asks for. */
import type { Connection, State } from "@parley/client";
import { typing } from "@parley/server/contract";
import { useEffect, useEffectEvent } from "react";
import { useSession } from "../state/session.tsx";
import { realmField, settingsOf } from "../state/settings.ts";
import { desk } from "./desk.ts";
import type { Writing } from "./sheet.ts";
import { type Target, targetKey } from "./target.ts";

interface TypingState {
  readonly target: Target;
  readonly at: number;
}

class Teller {
  readonly #connection: Connection;
  #told: TypingState | undefined;
  #stop: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A key was pressed. */
  writes(state: State, target: Target): void {
    if (!wantsToTell(state, target)) return;
    const again = realmField(state, "server_typing_started_wait_period_milliseconds");
    const isElsewhere = this.#told !== undefined && targetKey(this.#told.target) !== targetKey(target);
    if (isElsewhere) this.stops();
    if (!this.#told || Date.now() - this.#told.at > again) {
      this.#say("start", target);
      this.#told = { target, at: Date.now() };
    }
    clearTimeout(this.#stop);
    this.#stop = setTimeout(() => this.stops(), realmField(state, "server_typing_stopped_wait_period_milliseconds"));
  }

  stops(): void {
    clearTimeout(this.#stop);
    if (this.#told) this.#say("stop", this.#told.target);
    this.#told = undefined;
  }

  #say(op: "start" | "stop", target: Target): void {
    const where =
      target.to === "direct"
        ? { type: "direct" as const, to: [...target.userIds] as never }
        : { type: "channel" as const, stream_id: target.channelId as never, topic: target.topic };
    // A failed typing notification does not matter.
    this.#connection.call(typing.setTyping, { op, ...where }).catch(() => {});
  }
}

function wantsToTell(state: State, target: Target): boolean {
  const settings = settingsOf(state);
  if (target.to === "direct") return settings.send_private_typing_notifications && target.userIds.length > 0;
  return settings.send_stream_typing_notifications && target.channelId !== undefined;
}

export function useTypingNotices(): void {
  const { connection, store } = useSession();
  const onChange = useEffectEvent((teller: Teller, known: Writing) => {
    const written = desk.get();
    if (written.text === known.text) return written;
    // Taking up another text is not typing.
    if (written.text.trim() === "" || written.id !== known.id) teller.stops();
    else teller.writes(store.state, written.target);
    return written;
  });
  useEffect(() => {
    const teller = new Teller(connection);
    let known = desk.get();
    const stop = desk.subscribe(() => {
      known = onChange(teller, known);
    });
    return () => {
      stop();
      teller.stops();
    };
  }, [connection]);
}
