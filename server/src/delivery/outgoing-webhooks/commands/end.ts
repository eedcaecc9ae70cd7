/** Deletes calls with their private answers: dismissed by the caller, or a day old. */
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { deleteMessages } from "../../../messages/delete/actions.ts";
import { NoSuchCall } from "./contract.ts";
import { answeredCall, deleteCalls, type EndingCall } from "./store.ts";

export async function dismissCommandAnswer(ctx: WriteContext, callId: number): Promise<void> {
  const call = await answeredCall(ctx.db, ctx.user.id, callId);
  if (!call) throw new NoSuchCall();
  await endCalls(ctx, [call]);
}

export async function endCalls(ctx: Writing, calls: readonly EndingCall[]): Promise<void> {
  const answered = calls.flatMap(({ recipient_id, answer_message_id }) =>
    recipient_id === null || answer_message_id === null ? [] : [{ recipient_id, message_id: answer_message_id }],
  );
  for (const [recipient_id, own] of Map.groupBy(answered, (answer) => answer.recipient_id)) {
    const ids = own.map(({ message_id }) => message_id).sort((a, b) => a - b);
    await deleteMessages(ctx, { recipient_id, channel: undefined, topic_id: null, topic: "" }, ids);
  }
  const ids = calls.map(({ id }) => id);
  await deleteCalls(ctx.db, ids);
}
