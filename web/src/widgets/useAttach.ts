/** Adds a submessage: shown immediately, and undone with the server's error if it is refused. */
import { submessages as contract } from "@parley/server/contract";
import { useState } from "react";
import { sentenceOf } from "../actions/attempt.ts";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { newestOf, type Pending, stillPending, withPending } from "./pending.ts";
import type { WidgetMessage } from "./submessage.ts";

export interface Attaching {
  /** The message with pending changes. */
  readonly message: WidgetMessage;
  readonly attach: (data: object) => void;
  /** Why the last change was refused. */
  readonly problem: string | undefined;
}

export function useAttach(message: WidgetMessage): Attaching {
  const { connection } = useSession();
  const ownId = useOwnId();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [problem, setProblem] = useState<string>();

  const attach = (data: object) => {
    const sent: Pending = { content: JSON.stringify(data), after: newestOf(message.submessages) };
    setProblem(undefined);
    setPending((before) => [...stillPending(before, message.submessages, ownId), sent]);
    const args = { message_id: message.id as never, msg_type: "widget", content: sent.content };
    connection.call(contract.addSubmessage, args).catch((error: unknown) => {
      setPending((before) => before.filter((each) => each !== sent));
      setProblem(sentenceOf(error));
    });
  };
  return { message: { ...message, submessages: withPending(message.submessages, pending, ownId) }, attach, problem };
}
