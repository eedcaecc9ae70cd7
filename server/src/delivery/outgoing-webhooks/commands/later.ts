/** A bot answers after the response to its webhook, with its API key. */
import type { ShapeOf } from "../../../kernel/api/index.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { userById } from "../../../people/users/store.ts";
import { answerCall } from "./answer.ts";
import { type answerCommandCall as declaration, NoSuchCall } from "./contract.ts";
import { openCall } from "./store.ts";

export async function answerCommandCall(
  ctx: WriteContext,
  { call_id, content, public: isPublic }: ShapeOf<(typeof declaration)["params"]>,
): Promise<void> {
  const { db, realm, user, now } = ctx;
  const call = await openCall(db, call_id, now);
  const caller = call?.bot_id === user.id ? await userById(db, realm.id, call.user_id) : undefined;
  if (!call || !caller?.is_active) throw new NoSuchCall();
  await answerCall(ctx, call, { content, isPublic });
}
